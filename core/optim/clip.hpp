#pragma once
/// Gradient clipping: one length for all parameters together, cut when it is too long.
#include "../../graph/api.hpp"
#include "../nn/module.hpp"

namespace edgewise::optim {
EDGEWISE_API_BEGIN

/// Square root of the sum of squares over the gradients of all parameters (those without one count as zero).
/// NaN or infinite exactly when a gradient is, or when the sum leaves the range of double.
/// Threads  Summed in double over fixed ranges, in order: the same bytes for any thread count.
template <class Real>
double gradient_norm(const nn::NamedParameters<Real>& parameters);

/// Scales all gradients by min(1, limit / (norm + 1e-6)) and returns the norm before, as PyTorch's clip_grad_norm_ does.
/// limit > 0.  A norm that is not finite leaves the gradients as they are.
template <class Real>
double clip_gradients(const nn::NamedParameters<Real>& parameters, double limit);

EDGEWISE_API_END
}  // namespace edgewise::optim
