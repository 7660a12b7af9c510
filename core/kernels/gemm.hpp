#pragma once
/// Dense matrix product: the other half of a layer's time.
#include "product_start.hpp"

namespace edgewise::kernels {

/// c = start + op(a) * op(b); op(x) is x or its transpose.
/// Shapes   op(a): m x k, op(b): k x n, c: m x n; any strides; c overlaps neither a nor b.  k = 0 gives the start.
/// Cost     O(m * n * k).  Rows of c in parallel; where c is small and k long (the gradient of a weight), k is cut at fixed
///          places and the parts are added in order.
/// Threads  The grid depends on the shapes alone: the same bytes for every thread count.
/// Throws   ShapeError when the shapes do not fit.
template <class Real>
void gemm(BasicView<const Real> a, bool transpose_a, BasicView<const Real> b, bool transpose_b, BasicView<Real> c, const ProductStart<Real>& start);

/// The same from zero, or, `add`, from what c holds.
template <class Real>
void gemm(BasicView<const Real> a, bool transpose_a, BasicView<const Real> b, bool transpose_b, BasicView<Real> c, bool add) {
  gemm<Real>(a, transpose_a, b, transpose_b, c, add ? ProductStart<Real>{c, nullptr} : ProductStart<Real>{});
}

extern template void gemm(BasicView<const float>, bool, BasicView<const float>, bool, BasicView<float>, const ProductStart<float>&);
extern template void gemm(BasicView<const double>, bool, BasicView<const double>, bool, BasicView<double>, const ProductStart<double>&);

}  // namespace edgewise::kernels
