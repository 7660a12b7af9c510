#pragma once
/// Sums of what neighbours say along arcs that have something to say themselves.
#include "../../graph/api.hpp"
#include "../../graph/graph.hpp"
#include "../autograd.hpp"

namespace edgewise::ops {
EDGEWISE_API_BEGIN

/// y[i,:] = sum over arcs e: j -> i of max(x[j,:] + z[e,:], 0).
/// Shapes   x: s x c (s sources).  z: m x c.  y: n x c (n targets).
/// Edges    A target without in-edges gets a zero row.  Parallel arcs count once each.  The slope at 0 is 0.
/// Cost     O(m * c) in one pass, nothing m x c is kept; backward finds again which terms were cut.
/// Threads  One task owns a row: the same bytes for every thread count.
/// Throws   ShapeError when a shape differs from the above.
/// Source   Hu et al. 2020, arXiv:1905.12265 (the message of GINE).
template <class Real>
BasicVariable<Real> relu_messages(const Graph& graph, const BasicVariable<Real>& x, const BasicVariable<Real>& z);

EDGEWISE_API_END
}  // namespace edgewise::ops
