#pragma once
/// Readouts: the rows of a graph's nodes become one row of the graph.
/// A readout is attention of one row per graph over its nodes, along the rectangular mask node_membership() of graph/batch.hpp; sum and
/// mean are its special cases with weights that are given, and only the maximum needs an op of its own.
#include "../../graph/api.hpp"
#include "../../graph/graph.hpp"
#include "../autograd.hpp"
#include "attention.hpp"

namespace edgewise::ops {
EDGEWISE_API_BEGIN

/// All: members has a row per graph and a column per node.
/// Shapes   x: s x c (s columns of members).  Result: n x c (n rows of members).
/// Edges    A graph without nodes gets a zero row.
/// Cost     O(members * c).  Threads  One task owns a row: the same bytes for every thread count, and a graph's row does not depend on
///          the other graphs.  Throws  ShapeError when x has not one row per column of members.

/// y[g,:] = sum over the nodes i of g of x[i,:]; their mean:
template <class Real>
BasicVariable<Real> sum_readout(const Graph& members, const BasicVariable<Real>& x);
template <class Real>
BasicVariable<Real> mean_readout(const Graph& members, const BasicVariable<Real>& x);
/// y[g,c] = the largest x[i,c].  The gradient goes to it, of equal ones to the first.
template <class Real>
BasicVariable<Real> max_readout(const Graph& members, const BasicVariable<Real>& x);
/// y[g,h,:] = sum_i a[i,h] * x[i,h,:], a[:,h] = softmax of score[:,h] within g.
/// Shapes   x: s x (H*D), head-major.  score: s x H.
/// Source   Li et al. 2016, arXiv:1511.05493, eq. 7 (with softmax for the gate); PyG's AttentionalAggregation.
template <class Real>
BasicVariable<Real> attention_readout(const Graph& members, const BasicVariable<Real>& x, const BasicVariable<Real>& score);

EDGEWISE_API_END
}  // namespace edgewise::ops
