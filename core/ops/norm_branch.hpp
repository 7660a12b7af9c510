#pragma once
/// How a branch of a deep stack ends: norm, nonlinear function and residual, in one pass each way.
#include <optional>

#include "../../graph/api.hpp"
#include "activation.hpp"

namespace edgewise::ops {
EDGEWISE_API_BEGIN

/// y = plus + activation(layer_norm(x, weight, bias)): the same as the three ops one after the other, to the last digits.
/// Shapes   x, y: n x c.  weight, bias: 1 x c, or both nothing.  plus: n x c, or nothing (zero).  No activation: the norm itself.
/// Cost     O(n * c): x (and plus) read once and y written once, backward x and the gradient read once; keeps n x 2 beside x.
///          In double, for gradient checks, the three ops.
/// Threads  One task owns a row; gradients of weight and bias add fixed blocks in order.
/// Throws   ShapeError when a shape differs from the above.
template <class Real>
BasicVariable<Real> norm_branch(const BasicVariable<Real>& x, const BasicVariable<Real>& weight, const BasicVariable<Real>& bias,
                                std::optional<Activation> activation, const BasicVariable<Real>& plus, Real epsilon = Real(1e-5));

EDGEWISE_API_END
}  // namespace edgewise::ops
