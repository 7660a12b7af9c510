#include "gat.hpp"

#include "../ops/dropout.hpp"
#include "../ops/elementwise.hpp"
#include "../ops/heads.hpp"
#include "../ops/linear.hpp"
#include "init.hpp"

namespace edgewise::nn {

template <class Real>
BasicGat<Real>::BasicGat(std::size_t in, std::size_t head_dim, const AttentionLayerOptions& options, Rng& rng)
    : BasicAttentionLayer<Real>("gat", in, head_dim, options), lin_(in, this->width(), rng, {.bias = false, .glorot = true}) {
  this->add_child("lin", lin_);
  const double bound = glorot_bound(options.heads, head_dim);
  att_src_ = this->add_parameter("att_src", uniform<Real>(1, this->width(), bound, rng));
  att_dst_ = this->add_parameter("att_dst", uniform<Real>(1, this->width(), bound, rng));
  if (options.edge_features > 0) {
    lin_edge_.emplace(options.edge_features, this->width(), rng, LinearOptions{.bias = false, .glorot = true});
    this->add_child("lin_edge", *lin_edge_);
    att_edge_ = this->add_parameter("att_edge", uniform<Real>(1, this->width(), bound, rng));
  }
  this->add_root("res", rng, {.bias = false, .glorot = true});
  this->add_mixing(rng, true);
}

template <class Real>
BasicVariable<Real> BasicGat<Real>::arc_score(const BasicArcs<Real>& arcs) const {
  BasicVariable<Real> score;
  if (lin_edge_) score = ops::linear<Real>(arcs.features, ops::fold_heads(lin_edge_->weight(), att_edge_, this->options_.heads), {});
  return this->with_type_bias(score, arcs);
}

template <class Real>
BasicVariable<Real> BasicGat<Real>::forward(const Graph& graph, const BasicInput<Real>& x, const BasicArcs<Real>& arcs, Pass& pass) const {
  this->check(graph, x, arcs);
  const std::size_t heads = this->options_.heads;
  const BasicVariable<Real> v = lin_.forward(x);
  const BasicVariable<Real> ends = ops::head_dots(v, att_src_, att_dst_, heads);
  const BasicVariable<Real> from = ops::columns(ends, 0, heads), to = ops::columns(ends, heads, heads);
  const float drop = this->options_.value_dropout;
  const BasicVariable<Real> gathered = pass.trains() && drop > 0 ? ops::dropout(v, drop, pass.next_key()) : v;
  const BasicVariable<Real> y = ops::additive_attention(graph, gathered, from, to, arc_score(arcs), this->options_.slope, this->attend(pass));
  return this->finish(y, x);
}

template <class Real>
BasicTensor<Real> BasicGat<Real>::weights(const Graph& graph, const BasicInput<Real>& x, const BasicArcs<Real>& arcs) const {
  this->check(graph, x, arcs);
  const NoGrad quiet;
  const std::size_t heads = this->options_.heads;
  const BasicVariable<Real> v = lin_.forward(x), bias = arc_score(arcs);
  const BasicVariable<Real> from = ops::head_dot(v, att_src_, heads), to = ops::head_dot(v, att_dst_, heads);
  return ops::additive_weights<Real>(graph, this->view_of(from), this->view_of(to), this->view_of(bias), this->options_.slope);
}

template class BasicGat<float>;
template class BasicGat<double>;

}  // namespace edgewise::nn
