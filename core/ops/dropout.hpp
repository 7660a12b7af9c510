#pragma once
/// Dropout: a random share of the values becomes zero, the rest is scaled up so that the mean stays.
#include "../../graph/api.hpp"
#include "../input.hpp"
#include "../random_key.hpp"

namespace edgewise::ops {
EDGEWISE_API_BEGIN

/// y[i,c] = x[i,c] / (1 - drop) where `key` keeps the place i * cols + c, else 0.
/// Backward draws the same mask again from the key; no mask is stored.  drop = 0 gives x itself.
/// Sparse   Stored values are dropped by the same places, so the result equals dropping from the dense table.
/// Threads  Every place is drawn for itself: the same mask for any thread count.
/// Throws   UsageError unless 0 <= drop < 1.
/// Source   Srivastava et al. 2014, JMLR 15:1929.
template <class Real>
BasicVariable<Real> dropout(const BasicVariable<Real>& x, float drop, RandomKey key);
template <class Real>
BasicSparse<Real> dropout(const BasicSparse<Real>& x, float drop, RandomKey key);
template <class Real>
BasicInput<Real> dropout(const BasicInput<Real>& x, float drop, RandomKey key);

EDGEWISE_API_END
}  // namespace edgewise::ops
