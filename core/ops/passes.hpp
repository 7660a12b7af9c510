#pragma once
/// Passes over the rows of a table, cut into blocks by its shape alone: the two loops behind every elementwise op.
#include <algorithm>
#include <cstddef>

#include "../../graph/rows.hpp"
#include "../tensor.hpp"

namespace edgewise::detail {

/// Values that one block of a pass holds: large enough to hide the hand-over to a thread, small enough to stay in cache.
inline constexpr std::size_t kPassValues = std::size_t{1} << 15;

/// body(first, last) over blocks of rows.
template <class Body>
void for_rows(std::size_t rows, std::size_t cols, Body&& body) {
  parallel_ranges(rows, std::max<std::size_t>(1, kPassValues / std::max<std::size_t>(1, cols)), body);
}

/// body(first, last) over blocks of `count` values.
template <class Body>
void for_values(std::size_t count, Body&& body) {
  parallel_ranges(count, kPassValues, body);
}

/// A 1 x width row of sums.  body(first, last, sum) adds what rows first .. last-1 contribute to `sum`, which starts at zero; the
/// blocks are added up in their order, whoever computed them.
template <class Real, class Body>
BasicTensor<Real> sum_rows(std::size_t rows, std::size_t width, Body&& body) {
  constexpr std::size_t kMostBlocks = 256;  // however wide the row, the partial sums stay a small table
  const std::size_t grain = std::max({std::size_t{1}, kPassValues / std::max<std::size_t>(1, width), (rows + kMostBlocks - 1) / kMostBlocks});
  BasicTensor<Real> parts((rows + grain - 1) / grain, width);
  parallel_ranges(rows, grain, [&](std::size_t first, std::size_t last) { body(first, last, parts.row(first / grain).data()); });
  BasicTensor<Real> total(1, width);
  for (std::size_t block = 0; block < parts.rows(); ++block)
    for (std::size_t c = 0; c < width; ++c) total(0, c) += parts(block, c);
  return total;
}

}  // namespace edgewise::detail
