#pragma once
/// Graph transformer layer: scaled dot-product scores along the arcs.
#include "../../graph/api.hpp"
#include "attention_layer.hpp"

namespace edgewise::nn {
EDGEWISE_API_BEGIN

/// With q, k, v = lin_query(x), lin_key(x), lin_value(x), over the arcs e: j -> i,
///   s[e,h] = <q[i,h], k[j,h]> / sqrt(D) + (z[e] * lin_edge^T)[h] + arc_type[type(e),h]
///   y[i,h] = sum_e drop(softmax_e s[e,h]) * v[j,h], then the heads are mixed; with root_weight lin_skip(x) is added.
/// The rest of a transformer block (residual, LayerNorm, feed-forward) is `Block`.
/// Shapes      x: n x in.  z: m x edge_features.  Result: n x out().
/// Parameters  lin_query, lin_key, lin_value: weight (H*D) x in and bias.  lin_edge.weight: H x edge_features.  lin_skip: weight
///             out() x in and bias.  Names and layout are PyG's but for lin_edge, which there adds to keys and values.
/// Source      Dwivedi & Bresson 2021, arXiv:2012.09699; Shi et al. 2021, arXiv:2009.03509.
template <class Real>
class BasicGraphTransformer : public BasicAttentionLayer<Real> {
 public:
  BasicGraphTransformer(std::size_t in, std::size_t head_dim, const AttentionLayerOptions& options, Rng& rng);
  BasicVariable<Real> forward(const Graph& graph, const BasicInput<Real>& x, const BasicArcs<Real>& arcs, Pass& pass) const override;
  BasicTensor<Real> weights(const Graph& graph, const BasicInput<Real>& x, const BasicArcs<Real>& arcs) const override;

 private:
  BasicVariable<Real> arc_score(const BasicArcs<Real>& arcs) const;

  BasicLinear<Real> lin_query_;
  BasicLinear<Real> lin_key_;
  BasicLinear<Real> lin_value_;
  std::optional<BasicLinear<Real>> lin_edge_;
  float scale_;
};

using GraphTransformer = BasicGraphTransformer<float>;
extern template class BasicGraphTransformer<float>;
extern template class BasicGraphTransformer<double>;

EDGEWISE_API_END
}  // namespace edgewise::nn
