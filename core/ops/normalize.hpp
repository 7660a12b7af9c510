#pragma once
/// Normalisation of rows: mean 0 and deviation 1 (layer_norm), or size 1 (normalize_rows).  Of columns: batch_norm.hpp.
#include "../../graph/api.hpp"
#include "../autograd.hpp"
#include "../sparse.hpp"

namespace edgewise::ops {
EDGEWISE_API_BEGIN

/// y[i,c] = (x[i,c] - mean_i) / sqrt(variance_i + epsilon) * weight[c] + bias[c], mean and (biased) variance over the columns of row i.
/// Shapes   x, y: n x c.  weight, bias: 1 x c, or both nothing.
/// Cost     O(n * c); keeps n x 2 (mean and inverse deviation) for backward.
/// Threads  One task owns a row; gradients of weight and bias add fixed blocks in order.
/// Throws   ShapeError when a shape differs from the above.
/// Source   Ba, Kiros & Hinton 2016, arXiv:1607.06450.
template <class Real>
BasicVariable<Real> layer_norm(const BasicVariable<Real>& x, const BasicVariable<Real>& weight, const BasicVariable<Real>& bias,
                               Real epsilon = Real(1e-5));

/// What is 1 for every row afterwards.  sum: of the absolute values (word counts become shares).  length: the root of the sum of
/// squares (the rows of short and of long texts vary equally much).
enum class RowNorm { sum, length };

/// y[i,:] = x[i,:] / size of x[i,:], its size as RowNorm says; a zero row stays zero.
template <class Real>
BasicVariable<Real> normalize_rows(const BasicVariable<Real>& x, RowNorm norm = RowNorm::sum);
template <class Real>
BasicSparse<Real> normalize_rows(const BasicSparse<Real>& x, RowNorm norm = RowNorm::sum);

EDGEWISE_API_END
}  // namespace edgewise::ops
