#pragma once
/// The graph transformer whose arcs speak: arc features enter keys and values, and a gate weighs the node's own row.
#include "../../graph/api.hpp"
#include "attention_layer.hpp"

namespace edgewise::nn {
EDGEWISE_API_BEGIN

/// With q, k, v = lin_query(x), lin_key(x), lin_value(x) and t = lin_edge(z), over the arcs e: j -> i,
///   s[e,h] = <q[i,h], k[j,h] + t[e,h]> / sqrt(D)
///   y[i,h] = sum_e drop(softmax_e s[e,h]) * (v[j,h] + t[e,h]), then the heads are mixed; with root_weight r = lin_skip(x) is added,
///   gated:   g * r[i] + (1 - g) * y[i],  g = sigmoid(<lin_beta, [y[i], r[i], y[i] - r[i]]>)
/// t is never stored: sums over z are taken first and multiplied after.
/// Shapes      x: n x in.  z: m x edge_features.  Result: n x out().
/// Parameters  lin_query, lin_key, lin_value: weight (H*D) x in and bias.  lin_edge.weight: (H*D) x edge_features.  lin_skip: weight out() x in
///             and bias.  lin_beta.weight: 1 x 3 * out().  Names and layout are PyG's.
/// Cost        O(n * in * H*D + m * H * (D + edge_features)).
/// Throws      UsageError: a gate without root_weight.
/// Source      Shi et al. 2021, arXiv:2009.03509, eqs. 1-4.
template <class Real>
class BasicTransformerConv : public BasicAttentionLayer<Real> {
 public:
  BasicTransformerConv(std::size_t in, std::size_t head_dim, const AttentionLayerOptions& options, bool gated, Rng& rng);
  BasicVariable<Real> forward(const Graph& graph, const BasicInput<Real>& x, const BasicArcs<Real>& arcs, Pass& pass) const override;
  BasicTensor<Real> weights(const Graph& graph, const BasicInput<Real>& x, const BasicArcs<Real>& arcs) const override;

 private:
  BasicVariable<Real> arc_score(const Graph& graph, const BasicVariable<Real>& q, const BasicArcs<Real>& arcs) const;

  BasicLinear<Real> lin_query_;
  BasicLinear<Real> lin_key_;
  BasicLinear<Real> lin_value_;
  std::optional<BasicLinear<Real>> lin_edge_;
  std::optional<BasicLinear<Real>> lin_skip_;
  std::optional<BasicLinear<Real>> lin_beta_;
  float scale_;
};

using TransformerConv = BasicTransformerConv<float>;
extern template class BasicTransformerConv<float>;
extern template class BasicTransformerConv<double>;

EDGEWISE_API_END
}  // namespace edgewise::nn
