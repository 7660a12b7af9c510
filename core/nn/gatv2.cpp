#include "gatv2.hpp"

#include "../ops/elementwise.hpp"
#include "init.hpp"

namespace edgewise::nn {

template <class Real>
BasicGatv2<Real>::BasicGatv2(std::size_t in, std::size_t head_dim, const AttentionLayerOptions& options, Rng& rng, bool share_weights)
    : BasicAttentionLayer<Real>("gatv2", in, head_dim, options), lin_l_(in, this->width(), rng, {.bias = options.bias, .glorot = true}) {
  this->add_child("lin_l", lin_l_);
  if (!share_weights) {
    lin_r_.emplace(in, this->width(), rng, LinearOptions{.bias = options.bias, .glorot = true});
    this->add_child("lin_r", *lin_r_);
  }
  att_ = this->add_parameter("att", uniform<Real>(1, this->width(), glorot_bound(options.heads, head_dim), rng));
  if (options.edge_features > 0) {
    lin_edge_.emplace(options.edge_features, this->width(), rng, LinearOptions{.bias = false, .glorot = true});
    this->add_child("lin_edge", *lin_edge_);
  }
  this->add_root("res", rng, {.bias = false, .glorot = true});
  this->add_mixing(rng, true);
}

template <class Real>
BasicVariable<Real> BasicGatv2<Real>::forward(const Graph& graph, const BasicInput<Real>& x, const BasicArcs<Real>& arcs, Pass& pass) const {
  this->check(graph, x, arcs);
  const BasicVariable<Real> l = lin_l_.forward(x), r = lin_r_ ? lin_r_->forward(x) : l;
  const BasicVariable<Real> z = lin_edge_ ? arcs.features : BasicVariable<Real>();
  const BasicVariable<Real> w = lin_edge_ ? ops::transpose(lin_edge_->weight()) : BasicVariable<Real>();
  const BasicVariable<Real> y =
      ops::dynamic_attention(graph, l, r, att_, z, w, this->with_type_bias({}, arcs), this->options_.slope, this->attend(pass));
  return this->finish(y, x);
}

template <class Real>
BasicTensor<Real> BasicGatv2<Real>::weights(const Graph& graph, const BasicInput<Real>& x, const BasicArcs<Real>& arcs) const {
  this->check(graph, x, arcs);
  const NoGrad quiet;
  const BasicVariable<Real> l = lin_l_.forward(x), r = lin_r_ ? lin_r_->forward(x) : l;
  const BasicVariable<Real> z = lin_edge_ ? arcs.features : BasicVariable<Real>();
  const BasicVariable<Real> w = lin_edge_ ? ops::transpose(lin_edge_->weight()) : BasicVariable<Real>();
  const BasicVariable<Real> bias = this->with_type_bias({}, arcs);
  return ops::dynamic_weights<Real>(graph, this->view_of(l), this->view_of(r), this->view_of(att_), this->view_of(z), this->view_of(w),
                                    this->view_of(bias), this->options_.slope, this->options_.heads);
}

template class BasicGatv2<float>;
template class BasicGatv2<double>;

}  // namespace edgewise::nn
