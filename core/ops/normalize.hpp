#pragma once
/// Normalisation of rows (layer_norm) and of columns (batch_norm), and rows of sum one.
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

/// As layer_norm, but mean and variance are those of column c: over the rows of x while training, the running ones at prediction.
/// Training moves the running tables: running = (1 - momentum) * running + momentum * current, the variance there unbiased.
/// Shapes   x, y: n x c.  weight, bias, running_mean, running_variance: 1 x c.
/// Edges    With fewer than two rows training falls back to the running tables, as there is no variance to speak of.
/// Source   Ioffe & Szegedy 2015, arXiv:1502.03167.
template <class Real>
BasicVariable<Real> batch_norm(const BasicVariable<Real>& x, const BasicVariable<Real>& weight, const BasicVariable<Real>& bias,
                               BasicVariable<Real> running_mean, BasicVariable<Real> running_variance, bool training, Real momentum = Real(0.1),
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
