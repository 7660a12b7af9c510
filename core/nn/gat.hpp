#pragma once
/// Graph attention layer (GAT): additive scores.
#include "../../graph/api.hpp"
#include "attention_layer.hpp"

namespace edgewise::nn {
EDGEWISE_API_BEGIN

/// With v = x * lin^T, H heads of D = head_dim features, over the arcs e: j -> i,
///   s[e,h] = leaky_relu(<att_src[h], v[j,h]> + <att_dst[h], v[i,h]> + <att_edge[h], (z[e] * lin_edge^T)[h]> + arc_type[type(e),h])
///   y[i,h] = sum_e drop(softmax_e s[e,h]) * v[j,h], then the heads are mixed; with root_weight x * res^T is added.
/// Shapes      x: n x in.  z: m x edge_features.  Result: n x out().
/// Parameters  lin.weight: (H*D) x in.  att_src, att_dst: 1 x (H*D).  lin_edge.weight: (H*D) x edge_features, att_edge: 1 x (H*D).
///             res.weight: out() x in.
///             Names and layout are PyG's.  The edge term is computed as z * (folded matrix)^T: nothing is m x H x D.
/// Cost        O(n * in * H*D + m * H*D).
/// Source      Velickovic et al. 2018, arXiv:1710.10903, eqs. 1-6.
template <class Real>
class BasicGat : public BasicAttentionLayer<Real> {
 public:
  BasicGat(std::size_t in, std::size_t head_dim, const AttentionLayerOptions& options, Rng& rng);
  BasicVariable<Real> forward(const Graph& graph, const BasicInput<Real>& x, const BasicArcs<Real>& arcs, Pass& pass) const override;
  BasicTensor<Real> weights(const Graph& graph, const BasicInput<Real>& x, const BasicArcs<Real>& arcs) const override;

 private:
  BasicVariable<Real> arc_score(const BasicArcs<Real>& arcs) const;

  BasicLinear<Real> lin_;
  BasicVariable<Real> att_src_;
  BasicVariable<Real> att_dst_;
  std::optional<BasicLinear<Real>> lin_edge_;
  BasicVariable<Real> att_edge_;
};

using Gat = BasicGat<float>;
extern template class BasicGat<float>;
extern template class BasicGat<double>;

EDGEWISE_API_END
}  // namespace edgewise::nn
