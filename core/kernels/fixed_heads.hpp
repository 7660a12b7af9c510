#pragma once
/// Numbers by head: one row of them, one repeated over the lanes of vectors, and the scores of a block of arcs.
/// A block's scores lie in a small buffer, arc by arc and head by head, so that softmax runs over full vectors: lane k belongs to head k % H.
#include "simd.hpp"

namespace edgewise::kernels::EDGEWISE_ISA {
namespace {

/// Scores of one block: room for `Arcs` arcs and a vector beyond.
template <std::size_t H, std::size_t Arcs>
struct Scores {
  alignas(64) float at[Arcs * H + (H > kLanes ? H : kLanes)];
};

/// One number a head, repeated over the lanes of a pattern.
template <std::size_t H, std::size_t... I>
EDGEWISE_INLINE Floats<kLanes> repeat_heads(const float* from, std::integer_sequence<std::size_t, I...>) {
  const Floats<H> heads = load<H>(from);
  return __builtin_shufflevector(heads, heads, (I % H)...);
}
template <std::size_t H>
struct PerHead {
  static constexpr std::size_t kPattern = H > kLanes ? H / kLanes : 1;
  Floats<kLanes> v[kPattern];

  static EDGEWISE_INLINE PerHead of(float x) {
    PerHead p;
    for (std::size_t k = 0; k < kPattern; ++k) p.v[k] = all<kLanes>(x);
    return p;
  }
  static EDGEWISE_INLINE PerHead of(const float* from) {
    PerHead p;
    if constexpr (H == 1)
      p.v[0] = all<kLanes>(from[0]);
    else if constexpr (H >= kLanes)
      for (std::size_t k = 0; k < kPattern; ++k) p.v[k] = load<kLanes>(from + k * kLanes);
    else
      p.v[0] = repeat_heads<H>(from, std::make_integer_sequence<std::size_t, kLanes>{});
    return p;
  }
  template <bool Max>
  EDGEWISE_INLINE void join_lanes() {
    if constexpr (H < kLanes) v[0] = fold<kLanes, H, Max>(v[0]);
  }
  EDGEWISE_INLINE void write(float* to) const {
    if constexpr (H < kLanes) {
      alignas(64) float lanes[kLanes];
      store<kLanes>(lanes, v[0]);
      __builtin_memcpy(to, lanes, H * sizeof(float));
    } else {
      for (std::size_t k = 0; k < kPattern; ++k) store<kLanes>(to + k * kLanes, v[k]);
    }
  }
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
