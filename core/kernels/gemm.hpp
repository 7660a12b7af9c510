#pragma once
/// Dense matrix product: the other half of a layer's time.
#include "../tensor.hpp"

namespace edgewise::kernels {

/// c = op(a) * op(b), or c += ... when `add`; op(x) is x or its transpose.
/// Shapes   op(a): m x k, op(b): k x n, c: m x n; any strides; c overlaps neither a nor b.  k = 0 gives zeros.
/// Cost     O(m * n * k).  Rows of c in parallel; where c is small and k long (the gradient of a weight), k is cut at fixed
///          places and the parts are added in order.
/// Threads  The grid depends on the shapes alone: the same bytes for every thread count.
/// Throws   ShapeError when the shapes do not fit.
template <class Real>
void gemm(BasicView<const Real> a, bool transpose_a, BasicView<const Real> b, bool transpose_b, BasicView<Real> c, bool add);

extern template void gemm(BasicView<const float>, bool, BasicView<const float>, bool, BasicView<float>, bool);
extern template void gemm(BasicView<const double>, bool, BasicView<const double>, bool, BasicView<double>, bool);

}  // namespace edgewise::kernels
