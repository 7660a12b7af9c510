#pragma once
/// The sparse product on one thread, at the width of the unit's instruction set.
#include "simd.hpp"
#include "sparse_task.hpp"

namespace edgewise::kernels::EDGEWISE_ISA {
namespace {

/// The number of a place: Listed, that of its entry.
template <bool Listed>
EDGEWISE_INLINE float value_at(const SparseTask& t, std::uint64_t place) {
  if constexpr (Listed) return t.value[t.entry[place]];
  return t.value[place];
}

/// Columns [c, c + W * Vectors) of row i, whose sums stay in registers.
template <bool Listed, std::size_t W, std::size_t Vectors>
EDGEWISE_INLINE void gather_columns(const SparseTask& t, std::size_t i, std::size_t c) {
  Floats<W> sum[Vectors] = {};
  const float* const from = t.from + c;
  const std::uint64_t last = t.begin[i + 1];
  for (std::uint64_t p = t.begin[i]; p < last; ++p) {
    const Floats<W> weight = all<W>(value_at<Listed>(t, p));
    const float* const row = from + t.column[p] * t.from_row;
    for (std::size_t v = 0; v < Vectors; ++v) sum[v] += weight * load<W>(row + v * W);
  }
  float* const to = t.to + i * t.to_row + c;
  for (std::size_t v = 0; v < Vectors; ++v) {
    if (t.bias != nullptr) sum[v] += load<W>(t.bias + c + v * W);
    if (t.start != nullptr) sum[v] += load<W>(t.start + i * t.start_row + c + v * W);
    store<W>(to + v * W, sum[v]);
  }
}

/// The columns in front of which c stand, by ever fewer and narrower vectors.
template <bool Listed, std::size_t W, std::size_t Vectors>
EDGEWISE_INLINE std::size_t gather_whole(const SparseTask& t, std::size_t i, std::size_t c) {
  for (; c + W * Vectors <= t.cols; c += W * Vectors) gather_columns<Listed, W, Vectors>(t, i, c);
  return c;
}

template <bool Listed>
EDGEWISE_INLINE void gather_one(const SparseTask& t, std::size_t i, std::size_t c) {
  float sum = 0;
  for (std::uint64_t p = t.begin[i]; p < t.begin[i + 1]; ++p) sum += value_at<Listed>(t, p) * t.from[t.column[p] * t.from_row + c];
  if (t.bias != nullptr) sum += t.bias[c];
  if (t.start != nullptr) sum += t.start[i * t.start_row + c];
  t.to[i * t.to_row + c] = sum;
}

template <bool Listed>
void rows_of(const SparseTask& t) {
  for (std::size_t i = t.first; i < t.last; ++i) {
    std::size_t c = gather_whole<Listed, kLanes, 8>(t, i, 0);
    c = gather_whole<Listed, kLanes, 4>(t, i, c);
    c = gather_whole<Listed, kLanes, 1>(t, i, c);
    if constexpr (kLanes > 4) c = gather_whole<Listed, 4, 1>(t, i, c);
    for (; c < t.cols; ++c) gather_one<Listed>(t, i, c);
  }
}

}  // namespace

void sparse_rows(const SparseTask& t) {
  if (t.entry != nullptr) return rows_of<true>(t);
  rows_of<false>(t);
}

}  // namespace edgewise::kernels::EDGEWISE_ISA
