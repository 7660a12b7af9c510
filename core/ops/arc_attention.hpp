#pragma once
/// Attention to what the arcs themselves carry: the part of a transformer's keys and values that is the arc's own.
#include "attention.hpp"

namespace edgewise::ops {
EDGEWISE_API_BEGIN

/// s[e,h] = factor * <p[i,h,:], z[e,:]> over the arcs e: j -> i.
/// Shapes   p: n x (H*f), head-major.  z: m x f.  s: m x H.
/// Cost     O(m * H * f).  Threads  One task owns a row.  Throws  ShapeError.
template <class Real>
BasicVariable<Real> arc_scores(const Graph& graph, const BasicVariable<Real>& p, const BasicVariable<Real>& z, std::size_t heads, Real factor);

/// y[i,h,:] = sum_e drop(a[e,h]) * z[e,:], the weights a being those of dot_attention(graph, q, k, ., bias, scale, options): with the same key
/// they drop the same arcs.
/// Shapes   q: n x (H*D).  k: s x (H*D).  bias: m x H or nothing.  z: m x f.  y: n x (H*f).
/// Cost     O(m * H * (D + f)); the weights, m x H, live for a moment forward and again backward, which recomputes them.
/// Threads  One task owns a row.  Throws  ShapeError.
template <class Real>
BasicVariable<Real> arc_attention(const Graph& graph, const BasicVariable<Real>& q, const BasicVariable<Real>& k, const BasicVariable<Real>& bias,
                                  const BasicVariable<Real>& z, float scale, const AttentionOptions& options);

EDGEWISE_API_END
}  // namespace edgewise::ops
