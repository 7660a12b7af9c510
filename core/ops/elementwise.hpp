#pragma once
/// Sums, multiples and rearrangements of tables.
#include <initializer_list>
#include <span>
#include <vector>

#include "../../graph/api.hpp"
#include "../autograd.hpp"

namespace edgewise::ops {
EDGEWISE_API_BEGIN

/// All of them: O(values) time, blocks of rows in parallel.  Throw ShapeError when shapes do not fit.

/// a + b, of one shape.
template <class Real>
BasicVariable<Real> add(const BasicVariable<Real>& a, const BasicVariable<Real>& b);
/// x + bias, the bias (1 x c) added to every row of x (n x c).
template <class Real>
BasicVariable<Real> add_bias(const BasicVariable<Real>& x, const BasicVariable<Real>& bias);
/// factor * x.
template <class Real>
BasicVariable<Real> scale(const BasicVariable<Real>& x, Real factor);
/// x[:,c] * factor[c] + shift[c] with fixed 1 x c tables: standardising features, undoing it for targets.
template <class Real>
BasicVariable<Real> scale_columns(const BasicVariable<Real>& x, const BasicTensor<Real>& factor, const BasicTensor<Real>& shift);
/// Tables of n rows side by side.  No parts: UsageError.
template <class Real>
BasicVariable<Real> concat(std::span<const BasicVariable<Real>> parts);
template <class Real, class Allocator>
BasicVariable<Real> concat(const std::vector<BasicVariable<Real>, Allocator>& parts) {
  return concat(std::span<const BasicVariable<Real>>(parts));
}
template <class Real>
BasicVariable<Real> concat(std::initializer_list<BasicVariable<Real>> parts) {
  return concat(std::span<const BasicVariable<Real>>(parts.begin(), parts.size()));
}
/// The columns first .. first + count - 1 of x, a table of their own.
template <class Real>
BasicVariable<Real> columns(const BasicVariable<Real>& x, std::size_t first, std::size_t count);
/// The mean over heads: n x (H*D), head-major, becomes n x D.
template <class Real>
BasicVariable<Real> mean_heads(const BasicVariable<Real>& x, std::size_t heads);
/// Rows become columns.
template <class Real>
BasicVariable<Real> transpose(const BasicVariable<Real>& x);
/// The mean of all values, 1 x 1; of an empty table 0.
template <class Real>
BasicVariable<Real> mean(const BasicVariable<Real>& x);

EDGEWISE_API_END
}  // namespace edgewise::ops
