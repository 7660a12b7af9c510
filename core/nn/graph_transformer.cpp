#include "graph_transformer.hpp"

#include <cmath>

namespace edgewise::nn {

template <class Real>
BasicGraphTransformer<Real>::BasicGraphTransformer(std::size_t in, std::size_t head_dim, const AttentionLayerOptions& options, Rng& rng)
    : BasicAttentionLayer<Real>("graph_transformer", in, head_dim, options),
      lin_query_(in, this->width(), rng, {.bias = options.bias}),
      lin_key_(in, this->width(), rng, {.bias = options.bias}),
      lin_value_(in, this->width(), rng, {.bias = options.bias}),
      scale_(1 / std::sqrt(static_cast<float>(head_dim))) {
  this->add_child("lin_query", lin_query_);
  this->add_child("lin_key", lin_key_);
  this->add_child("lin_value", lin_value_);
  if (options.edge_features > 0) {
    lin_edge_.emplace(options.edge_features, options.heads, rng, LinearOptions{.bias = false});
    this->add_child("lin_edge", *lin_edge_);
  }
  this->add_root("lin_skip", rng, {.bias = options.bias});
  this->add_mixing(rng, false);
}

template <class Real>
BasicVariable<Real> BasicGraphTransformer<Real>::arc_score(const BasicArcs<Real>& arcs) const {
  return this->with_type_bias(lin_edge_ ? lin_edge_->forward(arcs.features) : BasicVariable<Real>(), arcs);
}

template <class Real>
BasicVariable<Real> BasicGraphTransformer<Real>::forward(const Graph& graph, const BasicInput<Real>& x, const BasicArcs<Real>& arcs,
                                                         Pass& pass) const {
  this->check(graph, x, arcs);
  const BasicVariable<Real> q = lin_query_.forward(x), k = lin_key_.forward(x), v = lin_value_.forward(x);
  return this->finish(ops::dot_attention(graph, q, k, v, arc_score(arcs), scale_, this->attend(pass)), x);
}

template <class Real>
BasicTensor<Real> BasicGraphTransformer<Real>::weights(const Graph& graph, const BasicInput<Real>& x, const BasicArcs<Real>& arcs) const {
  this->check(graph, x, arcs);
  const NoGrad quiet;
  const BasicVariable<Real> q = lin_query_.forward(x), k = lin_key_.forward(x), bias = arc_score(arcs);
  return ops::dot_weights<Real>(graph, this->view_of(q), this->view_of(k), this->view_of(bias), scale_, this->options_.heads);
}

template class BasicGraphTransformer<float>;
template class BasicGraphTransformer<double>;

}  // namespace edgewise::nn
