#pragma once
/// Products of a sparse table with dense ones, off the tape; on it: linear.hpp.
#include "../../graph/api.hpp"
#include "../sparse.hpp"

namespace edgewise {
EDGEWISE_API_BEGIN

/// y = x * w.  Shapes  x: n x f sparse, w: f x c, y: n x c.  O(entries * c), rows in parallel.  Throws ShapeError.
template <class Real>
BasicTensor<Real> multiply(const BasicSparse<Real>& x, BasicView<const Real> w);
/// y = x^T * g.  Shapes  g: n x c, y: f x c.  Pulls over the transposed pattern: no atomics, one order of sums.
template <class Real>
BasicTensor<Real> multiply_transposed(const BasicSparse<Real>& x, BasicView<const Real> g);

EDGEWISE_API_END
}  // namespace edgewise
