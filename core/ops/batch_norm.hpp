#pragma once
/// Normalisation of columns over the rows of a batch.
#include "../../graph/api.hpp"
#include "../autograd.hpp"

namespace edgewise::ops {
EDGEWISE_API_BEGIN

/// y[i,c] = (x[i,c] - mean_c) / sqrt(variance_c + epsilon) * weight[c] + bias[c], mean and (biased) variance of column c: over the rows of x while
/// training, the running ones at prediction.
/// Training moves the running tables: running = (1 - momentum) * running + momentum * current, the variance there unbiased.
/// Shapes   x, y: n x c.  weight, bias, running_mean, running_variance: 1 x c.
/// Edges    With fewer than two rows training falls back to the running tables, as there is no variance to speak of.
/// Cost     O(n * c).
/// Threads  Sums down the columns add fixed blocks in order: the same bytes for any thread count.  Training writes the running tables.
/// Throws   ShapeError when a shape differs from the above.
/// Source   Ioffe & Szegedy 2015, arXiv:1502.03167.
template <class Real>
BasicVariable<Real> batch_norm(const BasicVariable<Real>& x, const BasicVariable<Real>& weight, const BasicVariable<Real>& bias,
                               BasicVariable<Real> running_mean, BasicVariable<Real> running_variance, bool training, Real momentum = Real(0.1),
                               Real epsilon = Real(1e-5));

EDGEWISE_API_END
}  // namespace edgewise::ops
