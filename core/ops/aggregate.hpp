#pragma once
/// Weighted sums over in-neighbours: message passing with weights that are given, not learned.
#include "../../graph/api.hpp"
#include "../../graph/graph.hpp"
#include "../autograd.hpp"

namespace edgewise::ops {
EDGEWISE_API_BEGIN

/// y[i,:] = sum over arcs e: j -> i of weight[e] * x[j,:].
/// Shapes   x: s x c (s sources).  weight: m x 1, constants that get no gradient.  y: n x c (n targets).
/// Edges    A target without in-edges gets a zero row.  Parallel arcs count once each.
/// Cost     O(m * c); forward walks the in-edges, backward to x the out-edges.
/// Threads  One task owns a row: the same bytes for every thread count.
/// Throws   ShapeError when a size differs from the above.
template <class Real>
BasicVariable<Real> aggregate(const Graph& graph, const BasicVariable<Real>& x, const BasicVariable<Real>& weight);
/// The same with every weight 1: plain sums, and, along a mask with one entry a row, gathered rows.
template <class Real>
BasicVariable<Real> aggregate(const Graph& graph, const BasicVariable<Real>& x);

EDGEWISE_API_END
}  // namespace edgewise::ops
