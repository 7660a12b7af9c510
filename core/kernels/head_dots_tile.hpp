#pragma once
/// Dot products per head on one thread, at the width of the unit's instruction set.
#include "head_dots.hpp"
#include "simd.hpp"

namespace edgewise::kernels::EDGEWISE_ISA {
namespace {

/// to[h] = <x[h,:], a[h,:]> for heads [first, ...) as long as a group of Vectors vectors is full; returns the next head.
template <std::size_t D, std::size_t Vectors>
EDGEWISE_INLINE std::size_t dot_groups(const float* x, const float* a, std::size_t first, std::size_t heads, float* to) {
  constexpr std::size_t kSegment = D < kLanes ? D : kLanes;      // lanes of one vector that belong to one head
  constexpr std::size_t kHeads = Vectors * (kLanes / kSegment);  // of a group
  constexpr std::size_t kEach = D < kLanes ? 1 : D / kLanes;     // vectors that are added up before
  static_assert(kHeads <= kLanes);
  for (; first + kHeads <= heads; first += kHeads) {
    Floats<kLanes> product[Vectors];
    for (std::size_t v = 0; v < Vectors; ++v) {
      const std::size_t c = first * D + v * kEach * kLanes;
      product[v] = load<kLanes>(x + c) * load<kLanes>(a + c);
      for (std::size_t k = 1; k < kEach; ++k) product[v] += load<kLanes>(x + c + k * kLanes) * load<kLanes>(a + c + k * kLanes);
    }
    const Floats<kLanes> sums = sum_tree<kLanes, Vectors, kSegment>(product);
    __builtin_memcpy(to + first, &sums, kHeads * sizeof(float));
  }
  return first;
}

inline void plain_dots(const float* x, const float* a, std::size_t first, std::size_t heads, std::size_t depth, float* to) {
  for (std::size_t h = first; h < heads; ++h) {
    float sum = 0;
    for (std::size_t c = h * depth; c < (h + 1) * depth; ++c) sum += x[c] * a[c];
    to[h] = sum;
  }
}

/// Heads of D features in groups of 8, 4 and 1 vectors, those that are left one by one.  D = 0: any depth.
template <std::size_t D>
EDGEWISE_INLINE void dots(const float* x, const float* a, std::size_t heads, std::size_t depth, float* to) {
  std::size_t h = 0;
  if constexpr (D > 0) {
    constexpr std::size_t kMost = D < kLanes ? D : kLanes;  // more would not fit into one vector of sums
    if constexpr (kMost >= 8) h = dot_groups<D, 8>(x, a, h, heads, to);
    if constexpr (kMost >= 4) h = dot_groups<D, 4>(x, a, h, heads, to);
    h = dot_groups<D, 1>(x, a, h, heads, to);
  }
  plain_dots(x, a, h, heads, D > 0 ? D : depth, to);
}

template <std::size_t D>
void forward_rows(const HeadDotsTask& t, float* y) {
  const std::size_t width = t.heads * t.depth;
  for (std::size_t i = t.first; i < t.last; ++i) {
    dots<D>(t.x + i * width, t.a, t.heads, t.depth, y + i * 2 * t.heads);
    dots<D>(t.x + i * width, t.b, t.heads, t.depth, y + i * 2 * t.heads + t.heads);
  }
}

/// forward: y[i,h] += x[i,h,d] * a[h,d]; y[i,H+h] += x[i,h,d] * b[h,d]
template <std::size_t D, bool Dx, bool Onto>
void backward_rows(const HeadDotsTask& t, const float* grad, float* dx, float* __restrict d_a, float* __restrict d_b) {
  const std::size_t depth = D > 0 ? D : t.depth, width = t.heads * depth;
  for (std::size_t i = t.first; i < t.last; ++i) {
    const float* __restrict const x = t.x + i * width, * const g = grad + i * 2 * t.heads;
    float* __restrict const to = Dx ? dx + i * width : nullptr;
    for (std::size_t h = 0; h < t.heads; ++h) {
      const float from_a = g[h], from_b = g[t.heads + h];
      for (std::size_t k = 0, c = h * depth; k < depth; ++k, ++c) {
        d_a[c] += from_a * x[c];
        d_b[c] += from_b * x[c];
        if (Dx) {
          const float part = from_a * t.a[c] + from_b * t.b[c];
          to[c] = Onto ? to[c] + part : part;
        }
      }
    }
  }
}

template <std::size_t D>
void backward_rows(const HeadDotsTask& t, const float* grad, float* dx, bool onto, float* d_a, float* d_b) {
  if (dx == nullptr) return backward_rows<D, false, false>(t, grad, dx, d_a, d_b);
  if (onto) return backward_rows<D, true, true>(t, grad, dx, d_a, d_b);
  backward_rows<D, true, false>(t, grad, dx, d_a, d_b);
}

}  // namespace

void head_dots(const HeadDotsTask& t, float* y) {
  if (t.depth == 8) return forward_rows<8>(t, y);
  if (t.depth == 16) return forward_rows<16>(t, y);
  if (t.depth == 32) return forward_rows<32>(t, y);
  if (t.depth == 64) return forward_rows<64>(t, y);
  forward_rows<0>(t, y);
}

void head_dots_backward(const HeadDotsTask& t, const float* grad, float* dx, bool onto, float* d_a, float* d_b) {
  if (t.depth == 8) return backward_rows<8>(t, grad, dx, onto, d_a, d_b);
  if (t.depth == 16) return backward_rows<16>(t, grad, dx, onto, d_a, d_b);
  if (t.depth == 32) return backward_rows<32>(t, grad, dx, onto, d_a, d_b);
  if (t.depth == 64) return backward_rows<64>(t, grad, dx, onto, d_a, d_b);
  backward_rows<0>(t, grad, dx, onto, d_a, d_b);
}

}  // namespace edgewise::kernels::EDGEWISE_ISA
