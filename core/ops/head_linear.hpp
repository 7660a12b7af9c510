#pragma once
/// A matrix of its own for each head.
#include "../../graph/api.hpp"
#include "../autograd.hpp"

namespace edgewise::ops {
EDGEWISE_API_BEGIN

/// y[i,h,:] = x[i,h,:] * W_h, with W_h the rows h*D .. h*D+D-1 of `weight`; `back` takes the transposed W_h.
/// Shapes   weight: (H*D) x f.  x: n x (H*D), y: n x (H*f); back: x: n x (H*f), y: n x (H*D).  All head-major.
/// Cost     O(n * H * D * f).  Threads  Blocks of rows; the gradient of `weight` adds fixed blocks in order.  Throws  ShapeError.
template <class Real>
BasicVariable<Real> head_linear(const BasicVariable<Real>& x, const BasicVariable<Real>& weight, std::size_t heads, bool back = false);

EDGEWISE_API_END
}  // namespace edgewise::ops
