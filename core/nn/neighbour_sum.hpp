#pragma once
/// Message passing by plain sums: the layer that can count.
#include <optional>

#include "../../graph/api.hpp"
#include "graph_layer.hpp"
#include "linear.hpp"

namespace edgewise::nn {
EDGEWISE_API_BEGIN

/// y[i] = lin_root(x[i]) + lin_rel(sum over arcs e: j -> i of m[e]);  m[e] = x[j], or relu(x[j] + z[e] * lin_edge^T) with arc features.
/// Shapes      x: n x in.  z: m x arc features.  Result: n x out.
/// Parameters  lin_rel: weight out x in and bias.  lin_root.weight: out x in.  lin_edge.weight: in x arc features.
/// Cost        O(n * in * out + m * in * (1 + arc features)); with arc features the m x in table z * lin_edge^T is kept for backward.
/// Source      Morris et al. 2019, arXiv:1810.02244 (GraphConv, whose names these are); arc features as in Hu et al. 2020, arXiv:1905.12265 (GINE).
template <class Real>
class BasicNeighbourSum : public BasicGraphLayer<Real> {
 public:
  BasicNeighbourSum(std::size_t in, std::size_t out, std::size_t arc_features, Rng& rng);
  BasicVariable<Real> forward(const Graph& graph, const BasicInput<Real>& x, const BasicArcs<Real>& arcs, Pass& pass) const override;
  std::size_t out() const override { return lin_rel_.out(); }

 private:
  BasicLinear<Real> lin_rel_;
  BasicLinear<Real> lin_root_;
  std::optional<BasicLinear<Real>> lin_edge_;
};

extern template class BasicNeighbourSum<float>;
extern template class BasicNeighbourSum<double>;

EDGEWISE_API_END
}  // namespace edgewise::nn
