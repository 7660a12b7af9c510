#pragma once
/// Attention over the arcs of a graph: the operator the framework exists for, under three scores.
#include "../../graph/api.hpp"
#include "../../graph/graph.hpp"
#include "../autograd.hpp"
#include "../random_key.hpp"

namespace edgewise::ops {
EDGEWISE_API_BEGIN

/// What all scores share.  n = targets, s = sources, m = arcs, H = heads, D = features per head; tables of H*D columns are
/// head-major (head h owns columns h*D .. h*D+D-1).
struct AttentionOptions {
  std::size_t heads = 1;  ///< H >= 1
  float dropout = 0;      ///< share of attention weights dropped, [0, 1); the rest is scaled by 1 / (1 - dropout)
  RandomKey key = {};     ///< names the mask: the place of weight (e, h) is e * H + h
};

/// In all three, over the arcs e: j -> i of every target i,
///   a[e,h] = softmax of s[e,h] within i;   y[i,h,:] = sum_e drop(a[e,h]) * v[j,h,:]
/// Edges    A target without in-edges gets a zero row and sends no gradient.  Parallel arcs count once each.
/// Cost     O(m * H * D) time in one fused pass forward; keeps n x 2H (highest score and 1 / sum: a log-sum-exp in two parts) for
///          backward, which recomputes the weights and needs at most one m x H array for a moment (memory_use.hpp); never n x n or m x H x D.
/// Threads  One task owns a row (or a fixed part of a long one): the same bytes for every thread count.
/// Scores   May be of any size; a score of minus infinity (by the bias) weighs nothing, a row of such scores gives zero.
/// Throws   ShapeError when a shape differs from the stated; UsageError when heads or dropout is out of its range.

/// Additive score (GAT).  s[e,h] = leaky_relu(to[i,h] + from[j,h] + bias[e,h], slope).
/// Shapes   v: s x (H*D).  from: s x H.  to: n x H.  bias: m x H or nothing.  Result n x (H*D).
/// Source   Velickovic et al. 2018, arXiv:1710.10903, eqs. 1-4.
template <class Real>
BasicVariable<Real> additive_attention(const Graph& graph, const BasicVariable<Real>& v, const BasicVariable<Real>& from,
                                       const BasicVariable<Real>& to, const BasicVariable<Real>& bias, float slope, const AttentionOptions& options);

/// Dynamic additive score (GATv2).  s[e,h] = <a[h,:], leaky_relu(l[j,h,:] + r[i,h,:] + (x[e,:] * w)[h,:], slope)> + bias[e,h];  v = l.
/// Shapes   l: s x (H*D).  r: n x (H*D).  a: 1 x (H*D).  x: m x f edge features and w: f x (H*D), or both nothing; x * w is
///          never stored.  bias: m x H or nothing.  Result n x (H*D).
/// Source   Brody, Alon & Yahav 2022, arXiv:2105.14491, eq. 7.
template <class Real>
BasicVariable<Real> dynamic_attention(const Graph& graph, const BasicVariable<Real>& l, const BasicVariable<Real>& r, const BasicVariable<Real>& a,
                                      const BasicVariable<Real>& x, const BasicVariable<Real>& w, const BasicVariable<Real>& bias, float slope,
                                      const AttentionOptions& options);

/// Scaled dot product (transformer).  s[e,h] = scale * <q[i,h,:], k[j,h,:]> + bias[e,h].
/// Shapes   q: n x (H*D).  k, v: s x (H*D).  bias: m x H or nothing.  Result n x (H*D).
/// Source   Vaswani et al. 2017, arXiv:1706.03762; over edges: Dwivedi & Bresson 2021, arXiv:2012.09699.
template <class Real>
BasicVariable<Real> dot_attention(const Graph& graph, const BasicVariable<Real>& q, const BasicVariable<Real>& k, const BasicVariable<Real>& v,
                                  const BasicVariable<Real>& bias, float scale, const AttentionOptions& options);

/// The weights a[e,h] themselves (no dropout), for export and explanation: m x H in arc order.  Same scores as above:
template <class Real>
BasicTensor<Real> additive_weights(const Graph& graph, BasicView<const Real> from, BasicView<const Real> to, BasicView<const Real> bias, float slope);
template <class Real>
BasicTensor<Real> dynamic_weights(const Graph& graph, BasicView<const Real> l, BasicView<const Real> r, BasicView<const Real> a,
                                  BasicView<const Real> x, BasicView<const Real> w, BasicView<const Real> bias, float slope, std::size_t heads);
template <class Real>
BasicTensor<Real> dot_weights(const Graph& graph, BasicView<const Real> q, BasicView<const Real> k, BasicView<const Real> bias, float scale,
                              std::size_t heads);

EDGEWISE_API_END
}  // namespace edgewise::ops
