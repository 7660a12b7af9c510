#include "transformer_conv.hpp"

#include <cmath>

#include "../../graph/error.hpp"
#include "../ops/arc_attention.hpp"
#include "../ops/elementwise.hpp"
#include "../ops/gate.hpp"
#include "../ops/head_linear.hpp"

namespace edgewise::nn {

template <class Real>
BasicTransformerConv<Real>::BasicTransformerConv(std::size_t in, std::size_t head_dim, const AttentionLayerOptions& options, bool gated, Rng& rng)
    : BasicAttentionLayer<Real>("transformer_conv", in, head_dim, options),
      lin_query_(in, this->width(), rng, {.bias = options.bias}),
      lin_key_(in, this->width(), rng, {.bias = options.bias}),
      lin_value_(in, this->width(), rng, {.bias = options.bias}),
      scale_(1 / std::sqrt(static_cast<float>(head_dim))) {
  if (gated && !options.root_weight) fail<UsageError>("transformer_conv: a gate without root_weight has nothing to weigh");
  this->add_child("lin_query", lin_query_);
  this->add_child("lin_key", lin_key_);
  this->add_child("lin_value", lin_value_);
  const auto add = [&](std::optional<BasicLinear<Real>>& part, const char* name, std::size_t from, std::size_t to, bool bias) {
    part.emplace(from, to, rng, LinearOptions{.bias = bias});
    this->add_child(name, *part);
  };
  if (options.edge_features > 0) add(lin_edge_, "lin_edge", options.edge_features, this->width(), false);
  if (options.root_weight) add(lin_skip_, "lin_skip", in, this->out(), options.bias);
  if (gated) add(lin_beta_, "lin_beta", 3 * this->out(), 1, false);
  this->add_mixing(rng, false);
}

template <class Real>
BasicVariable<Real> BasicTransformerConv<Real>::arc_score(const Graph& graph, const BasicVariable<Real>& q, const BasicArcs<Real>& arcs) const {
  BasicVariable<Real> score;
  if (lin_edge_) {  // <q[i,h], lin_edge(z)[h]> is <q[i,h] * lin_edge[h], z>
    const std::size_t heads = this->options_.heads;
    score = ops::arc_scores(graph, ops::head_linear(q, lin_edge_->weight(), heads), arcs.features, heads, static_cast<Real>(scale_));
  }
  return this->with_type_bias(score, arcs);
}

template <class Real>
BasicVariable<Real> BasicTransformerConv<Real>::forward(const Graph& graph, const BasicInput<Real>& x, const BasicArcs<Real>& arcs,
                                                        Pass& pass) const {
  this->check(graph, x, arcs);
  const BasicVariable<Real> q = lin_query_.forward(x), k = lin_key_.forward(x), v = lin_value_.forward(x), score = arc_score(graph, q, arcs);
  const ops::AttentionOptions attend = this->attend(pass);
  BasicVariable<Real> y = ops::dot_attention(graph, q, k, v, score, scale_, attend);
  if (lin_edge_) {
    const BasicVariable<Real> said = ops::arc_attention(graph, q, k, score, arcs.features, scale_, attend);
    y = ops::add(y, ops::head_linear(said, lin_edge_->weight(), attend.heads, true));
  }
  y = this->mix(y);
  if (!lin_skip_) return y;
  if (!lin_beta_) return lin_skip_->forward(x, y);
  const BasicVariable<Real> root = lin_skip_->forward(x);
  const BasicVariable<Real> difference = ops::add(y, ops::scale(root, Real(-1)));
  return ops::gate(lin_beta_->forward(ops::concat<Real>({y, root, difference})), root, y);
}

template <class Real>
BasicTensor<Real> BasicTransformerConv<Real>::weights(const Graph& graph, const BasicInput<Real>& x, const BasicArcs<Real>& arcs) const {
  this->check(graph, x, arcs);
  const NoGrad quiet;
  const BasicVariable<Real> q = lin_query_.forward(x), k = lin_key_.forward(x), score = arc_score(graph, q, arcs);
  return ops::dot_weights<Real>(graph, this->view_of(q), this->view_of(k), this->view_of(score), scale_, this->options_.heads);
}

template class BasicTransformerConv<float>;
template class BasicTransformerConv<double>;

}  // namespace edgewise::nn
