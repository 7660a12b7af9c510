#pragma once
/// Dot products per head: what additive attention scores are made of.
#include <cstdint>
#include <span>

#include "../../graph/api.hpp"
#include "../autograd.hpp"

namespace edgewise::ops {
EDGEWISE_API_BEGIN

/// y[i,h] = <x[i,h,:], a[h,:]>.
/// Shapes   x: n x (H*D), head-major.  a: 1 x (H*D).  y: n x H.
/// Cost     O(n * H * D).  Threads  Blocks of rows; the gradient of `a` adds fixed blocks in order.  Throws  ShapeError.
template <class Real>
BasicVariable<Real> head_dot(const BasicVariable<Real>& x, const BasicVariable<Real>& a, std::size_t heads);

/// head_dot(x, a) and head_dot(x, b) side by side, from one look at x:  y[i,:] = [<x[i,h,:], a[h,:]> | <x[i,h,:], b[h,:]>].
/// Shapes   x: n x (H*D).  a, b: 1 x (H*D).  y: n x 2H.  The rest as above.
template <class Real>
BasicVariable<Real> head_dots(const BasicVariable<Real>& x, const BasicVariable<Real>& a, const BasicVariable<Real>& b, std::size_t heads);

/// w[h,f] = sum over d of a[h,d] * weight[h*D+d, f]: the matrix that gives head_dot(x * weight^T, a) straight from x.  For tables with
/// more rows than one likes to widen to H*D columns, such as edge features: their scores are linear(x, fold_heads(weight, a)).
/// Shapes   weight: (H*D) x f.  a: 1 x (H*D).  w: H x f.  Cost  O(H * D * f).  Throws  ShapeError.
template <class Real>
BasicVariable<Real> fold_heads(const BasicVariable<Real>& weight, const BasicVariable<Real>& a, std::size_t heads);

/// y[e,:] = table[row[e],:].
/// Shapes   table: r x c.  row: m numbers < r.  y: m x c.
/// Threads  The gradient of a table row adds its entries in fixed blocks.  Throws  DataError naming the entry and the limit.
template <class Real>
BasicVariable<Real> lookup(const BasicVariable<Real>& table, std::span<const std::uint32_t> row);

EDGEWISE_API_END
}  // namespace edgewise::ops
