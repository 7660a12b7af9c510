#pragma once
/// Graph convolution (GCN): the baseline whose neighbour weights come from degrees.
#include <memory>
#include <optional>

#include "../../graph/api.hpp"
#include "graph_layer.hpp"
#include "linear.hpp"

namespace edgewise::nn {
EDGEWISE_API_BEGIN

/// What shapes a graph convolution.
struct GcnOptions {
  bool normalize = true;  ///< false: arcs weigh what they weigh
  bool weighted = false;  ///< arcs.features is m x 1, the weight of each arc (>= 0); else every arc weighs 1
  bool bias = true;       ///< adds one to every row
};

/// y[i] = sum over arcs e: j -> i of w[e] / sqrt(d[i] * d[j]) * (lin(x))[j] + bias,  d[i] = sum of w over the in-arcs of i.
/// The graph brings its self-loops.  A node of degree 0 gets the bias alone.
/// Shapes      x: n x in.  Result: n x out.  Weights of arcs get no gradient.
/// Parameters  lin.weight: out x in.  bias: 1 x out.  Names as in PyG.
/// Throws      DataError naming the arc when a weight is negative.
/// Source      Kipf & Welling 2017, arXiv:1609.02907, eq. 2.
template <class Real>
class BasicGcn : public BasicGraphLayer<Real> {
 public:
  BasicGcn(std::size_t in, std::size_t out, Rng& rng, const GcnOptions& options = {});
  BasicVariable<Real> forward(const Graph& graph, const BasicInput<Real>& x, const BasicArcs<Real>& arcs, Pass& pass) const override;
  std::size_t out() const override { return lin_.out(); }

 private:
  BasicLinear<Real> lin_;
  BasicVariable<Real> bias_;
  GcnOptions options_;
};

/// The factor of each arc, in arc order: w[e] / sqrt(d[target] * d[source]); 0 where a degree is 0.  `weight`: m numbers, or none for ones.  m x 1.
template <class Real>
BasicTensor<Real> gcn_coefficients(const Graph& graph, std::span<const Real> weight = {});

using Gcn = BasicGcn<float>;
extern template class BasicGcn<float>;
extern template class BasicGcn<double>;

EDGEWISE_API_END
}  // namespace edgewise::nn
