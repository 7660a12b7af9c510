#pragma once
/// A gate: how much of the one and how much of the other.
#include "../../graph/api.hpp"
#include "../autograd.hpp"

namespace edgewise::ops {
EDGEWISE_API_BEGIN

/// y[i,:] = s * a[i,:] + (1 - s) * b[i,:], s = sigmoid(logit[i]).
/// Shapes   logit: n x 1.  a, b, y: n x c.  Cost  O(n * c).  Threads  Blocks of rows.  Throws  ShapeError.
template <class Real>
BasicVariable<Real> gate(const BasicVariable<Real>& logit, const BasicVariable<Real>& a, const BasicVariable<Real>& b);

EDGEWISE_API_END
}  // namespace edgewise::ops
