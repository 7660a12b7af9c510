#pragma once
/// Numbers by head: one row of them, and those of a block of arcs, which lie in a small buffer, arc by arc and head by head, so that what is
/// done with each of them runs over full vectors.
#include "simd.hpp"

namespace edgewise::kernels::EDGEWISE_ISA {
namespace {

/// Scores of one block: room for `Arcs` arcs and a vector beyond.
template <std::size_t H, std::size_t Arcs>
struct Scores {
  alignas(64) float at[Arcs * H + (H > kLanes ? H : kLanes)];
};

EDGEWISE_INLINE std::size_t padded(std::size_t count, std::size_t step) { return (count + step - 1) / step * step; }

/// buffer[count .. next full pattern) = x
template <std::size_t H, std::size_t Arcs>
EDGEWISE_INLINE void pad(Scores<H, Arcs>& buffer, std::size_t count, float x) {
  constexpr std::size_t kStep = H > kLanes ? H : kLanes;
  for (std::size_t k = count; k < padded(count, kStep); ++k) buffer.at[k] = x;
}

template <std::size_t H>
EDGEWISE_INLINE void copy_heads(float* to, const float* from) {
  __builtin_memcpy(to, from, H * sizeof(float));
}

/// One number a head.
template <std::size_t H>
struct HeadRow {
  static constexpr std::size_t kW = H < kLanes ? H : kLanes;
  Floats<kW> v[H / kW] = {};

  HeadRow() = default;
  explicit EDGEWISE_INLINE HeadRow(const float* from) {
    for (std::size_t k = 0; k < H / kW; ++k) v[k] = load<kW>(from + k * kW);
  }
  static EDGEWISE_INLINE HeadRow of(float x) {
    HeadRow row;
    for (auto& part : row.v) part = all<kW>(x);
    return row;
  }
  EDGEWISE_INLINE void write(float* to) const {
    for (std::size_t k = 0; k < H / kW; ++k) store<kW>(to + k * kW, v[k]);
  }
  /// Writes the numbers and starts again at zero.
  EDGEWISE_INLINE void take(float* to) {
    write(to);
    *this = HeadRow();
  }
  EDGEWISE_INLINE HeadRow& operator+=(const HeadRow& other) {
    for (std::size_t k = 0; k < H / kW; ++k) v[k] += other.v[k];
    return *this;
  }
  /// The larger of both, head by head.
  EDGEWISE_INLINE void raise(const HeadRow& other) {
    for (std::size_t k = 0; k < H / kW; ++k) v[k] = larger<kW>(v[k], other.v[k]);
  }
  friend EDGEWISE_INLINE HeadRow operator*(HeadRow a, const HeadRow& b) {
    for (std::size_t k = 0; k < H / kW; ++k) a.v[k] *= b.v[k];
    return a;
  }
  friend EDGEWISE_INLINE HeadRow operator-(HeadRow a, const HeadRow& b) {
    for (std::size_t k = 0; k < H / kW; ++k) a.v[k] -= b.v[k];
    return a;
  }
};
template <std::size_t H>
EDGEWISE_INLINE void add_heads(float* to, const float* a, const float* b) {
  HeadRow<H> sum(a);
  sum += HeadRow<H>(b);
  sum.write(to);
}

}  // namespace
}  // namespace edgewise::kernels::EDGEWISE_ISA
