#pragma once
/// GATv2 layer: additive scores whose ranking of neighbours depends on the node that asks.
#include "../../graph/api.hpp"
#include "attention_layer.hpp"

namespace edgewise::nn {
EDGEWISE_API_BEGIN

/// With l = lin_l(x), r = lin_r(x), over the arcs e: j -> i,
///   s[e,h] = <att[h], leaky_relu(l[j,h] + r[i,h] + (z[e] * lin_edge^T)[h])> + arc_type[type(e),h]
///   y[i,h] = sum_e drop(softmax_e s[e,h]) * l[j,h], then the heads are mixed.
/// Shapes      x: n x in.  z: m x edge_features.  Result: n x out().
/// Parameters  lin_l.weight, lin_r.weight: (H*D) x in, each with a bias.  att: 1 x (H*D).  lin_edge.weight: (H*D) x edge_features.
///             Names and layout are PyG's.  With share_weights r = l and there is no lin_r.
/// Source      Brody, Alon & Yahav 2022, arXiv:2105.14491, eq. 7.
template <class Real>
class BasicGatv2 : public BasicAttentionLayer<Real> {
 public:
  BasicGatv2(std::size_t in, std::size_t head_dim, const AttentionLayerOptions& options, Rng& rng, bool share_weights = false);
  BasicVariable<Real> forward(const Graph& graph, const BasicInput<Real>& x, const BasicArcs<Real>& arcs, Pass& pass) const override;
  BasicTensor<Real> weights(const Graph& graph, const BasicInput<Real>& x, const BasicArcs<Real>& arcs) const override;

 private:
  BasicLinear<Real> lin_l_;
  std::optional<BasicLinear<Real>> lin_r_;
  BasicVariable<Real> att_;
  std::optional<BasicLinear<Real>> lin_edge_;
};

using Gatv2 = BasicGatv2<float>;
extern template class BasicGatv2<float>;
extern template class BasicGatv2<double>;

EDGEWISE_API_END
}  // namespace edgewise::nn
