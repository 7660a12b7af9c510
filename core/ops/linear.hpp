#pragma once
/// The affine map, from dense rows and from sparse ones.
#include "../../graph/api.hpp"
#include "../input.hpp"

namespace edgewise::ops {
EDGEWISE_API_BEGIN

/// y = x * weight^T + bias + plus.
/// Shapes   x: n x in.  weight: out x in (as PyTorch keeps it).  bias: 1 x out, or nothing.  plus: n x out, or nothing.  y: n x out.
/// A view is read where it lies, whatever its stride, and has to last until nothing goes backward any more.
/// Cost     O(n * in * out); a sparse x costs O(entries * out) and never becomes dense.
/// Threads  Blocks of rows; the gradients of weight and bias add fixed blocks in order: the same bytes for any thread count.
/// Throws   ShapeError when a shape differs from the above.
template <class Real>
BasicVariable<Real> linear(const BasicVariable<Real>& x, const BasicVariable<Real>& weight, const BasicVariable<Real>& bias,
                           const BasicVariable<Real>& plus = {});
template <class Real>
BasicVariable<Real> linear(const BasicView<const Real>& x, const BasicVariable<Real>& weight, const BasicVariable<Real>& bias,
                           const BasicVariable<Real>& plus = {});
template <class Real>
BasicVariable<Real> linear(const BasicSparse<Real>& x, const BasicVariable<Real>& weight, const BasicVariable<Real>& bias,
                           const BasicVariable<Real>& plus = {});
template <class Real>
BasicVariable<Real> linear(const BasicInput<Real>& x, const BasicVariable<Real>& weight, const BasicVariable<Real>& bias,
                           const BasicVariable<Real>& plus = {});

EDGEWISE_API_END
}  // namespace edgewise::ops
