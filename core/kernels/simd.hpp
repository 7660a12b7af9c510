#pragma once
/// Vectors of floats at the native width of the unit's instruction set, by the compilers' vector extension.
/// Nothing here may be wider than the target: GCC lowers wider types to very slow code.
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

#if defined(__SSE2__)
#include <immintrin.h>
#endif

#include "bf16.hpp"
#include "isa_name.hpp"

#define EDGEWISE_INLINE inline __attribute__((always_inline))

namespace edgewise::kernels::EDGEWISE_ISA {
namespace {

#if defined(__AVX512F__)
constexpr std::size_t kLanes = 16;
#elif defined(__AVX2__)
constexpr std::size_t kLanes = 8;
#else
constexpr std::size_t kLanes = 4;  // SSE2, NEON
#endif

template <std::size_t W>
struct Lanes {
  typedef float Floats __attribute__((vector_size(W * sizeof(float))));
  typedef std::int32_t Ints __attribute__((vector_size(W * sizeof(float))));
  typedef std::uint32_t Bits __attribute__((vector_size(W * sizeof(float))));
};
template <std::size_t W>
using Floats = typename Lanes<W>::Floats;
template <std::size_t W>
using Ints = typename Lanes<W>::Ints;
template <std::size_t W>
using Bits = typename Lanes<W>::Bits;

template <std::size_t W>
EDGEWISE_INLINE Floats<W> load(const float* from) {
  Floats<W> v;
  __builtin_memcpy(&v, from, sizeof v);
  return v;
}
template <std::size_t W>
EDGEWISE_INLINE Bits<W> load_bits(const std::uint32_t* from) {
  Bits<W> v;
  __builtin_memcpy(&v, from, sizeof v);
  return v;
}
template <std::size_t W>
EDGEWISE_INLINE void store(float* to, Floats<W> v) {
  __builtin_memcpy(to, &v, sizeof v);
}

/// To the nearest number of 16 bits, to the even one between two; NaN stays NaN.
template <std::size_t W>
EDGEWISE_INLINE Floats<W> rounded(Floats<W> v) {
  const Bits<W> bits = (Bits<W>)v, nearest = bits + 0x7fffU + ((bits >> 16) & 1U);
  return (Floats<W>)((v == v ? nearest : bits | 0x00400000U) & 0xffff0000U);
}
/// Numbers [c, c + W) of a row, c a multiple of W.  Of Bf16 numbers those of two vectors lie in one, lane by lane, the first in the lower half: the
/// one costs a shift, the other a mask, where unpacking neighbours costs a shuffle and a shift.
template <std::size_t W>
EDGEWISE_INLINE Floats<W> load_at(const float* row, std::size_t c) {
  return load<W>(row + c);
}
template <std::size_t W>
EDGEWISE_INLINE Floats<W> load_at(const Bf16* row, std::size_t c) {
  Bits<W> both;
  __builtin_memcpy(&both, row + c / (2 * W) * (2 * W), sizeof both);
  return (Floats<W>)(c / W % 2 == 0 ? both << 16 : both & 0xffff0000U);
}
/// Two vectors of a row that load_at reads, rounded.
template <std::size_t W>
EDGEWISE_INLINE void store_two(Bf16* to, Floats<W> first, Floats<W> second) {
  const Bits<W> both = (Bits<W>)rounded<W>(first) >> 16 | (Bits<W>)rounded<W>(second);
  __builtin_memcpy(to, &both, sizeof both);
}
/// What a table of Stored numbers would make of v.
template <class Stored, std::size_t W>
EDGEWISE_INLINE Floats<W> as_stored(Floats<W> v) {
  if constexpr (std::is_same_v<Stored, Bf16>)
    return rounded<W>(v);
  else
    return v;
}

/// A store that goes past the caches: it spares reading the line that it overwrites.  `to` is a multiple of the vector.
template <std::size_t W>
EDGEWISE_INLINE void stream(float* to, Floats<W> v) {
#if defined(__AVX512F__)
  if constexpr (W == 16) return _mm512_stream_ps(to, (__m512)v);
#endif
#if defined(__AVX2__)
  if constexpr (W == 8) return _mm256_stream_ps(to, (__m256)v);
#endif
#if defined(__SSE2__)
  if constexpr (W == 4) return _mm_stream_ps(to, (__m128)v);
#endif
  store<W>(to, v);
}
/// What was streamed is seen by other threads before what is stored after this.
EDGEWISE_INLINE void end_of_stream() {
#if defined(__SSE2__)
  _mm_sfence();
#endif
}

template <std::size_t W, std::size_t... I>
EDGEWISE_INLINE Floats<W> repeat(float x, std::integer_sequence<std::size_t, I...>) {
  return Floats<W>{(static_cast<void>(I), x)...};
}
template <std::size_t W>
EDGEWISE_INLINE Floats<W> all(float x) {
#if defined(__AVX512F__)
  if constexpr (W == 16) return (Floats<W>)_mm512_set1_ps(x);
#endif
#if defined(__AVX2__)
  if constexpr (W == 8) return (Floats<W>)_mm256_set1_ps(x);
#endif
#if defined(__SSE2__)
  if constexpr (W == 4) return (Floats<W>)_mm_set1_ps(x);
#endif
  return repeat<W>(x, std::make_integer_sequence<std::size_t, W>{});
}

/// The larger of both; `b` where either is NaN, so that a NaN passes when it stands second.
template <std::size_t W>
EDGEWISE_INLINE Floats<W> larger(Floats<W> a, Floats<W> b) {
#if defined(__AVX512F__)
  if constexpr (W == 16) return (Floats<W>)_mm512_max_ps((__m512)a, (__m512)b);
#endif
#if defined(__AVX2__)
  if constexpr (W == 8) return (Floats<W>)_mm256_max_ps((__m256)a, (__m256)b);
#endif
#if defined(__SSE2__)
  if constexpr (W == 4) return (Floats<W>)_mm_max_ps((__m128)a, (__m128)b);
#endif
  return a > b ? a : b;
}
template <std::size_t W>
EDGEWISE_INLINE Floats<W> smaller(Floats<W> a, Floats<W> b) {
#if defined(__AVX512F__)
  if constexpr (W == 16) return (Floats<W>)_mm512_min_ps((__m512)a, (__m512)b);
#endif
#if defined(__AVX2__)
  if constexpr (W == 8) return (Floats<W>)_mm256_min_ps((__m256)a, (__m256)b);
#endif
#if defined(__SSE2__)
  if constexpr (W == 4) return (Floats<W>)_mm_min_ps((__m128)a, (__m128)b);
#endif
  return a < b ? a : b;
}

/// sum + add where x > y, else sum
template <std::size_t W>
EDGEWISE_INLINE Floats<W> add_where_above(Floats<W> sum, Floats<W> add, Floats<W> x, Floats<W> y) {
#if defined(__AVX512F__)
  if constexpr (W == 16)
    return (Floats<W>)_mm512_mask_add_ps((__m512)sum, _mm512_cmp_ps_mask((__m512)x, (__m512)y, _CMP_GT_OQ), (__m512)sum, (__m512)add);
#endif
  return sum + (Floats<W>)((Ints<W>)add & (Ints<W>)(x > y));
}

/// e^x = power * (less_one + 1) for x <= 88, with x = n * log 2 + r, power = 2^n and less_one = e^r - 1 by Cephes' polynomial; x below kExpLow
/// counts as kExpLow.
constexpr float kExpLow = -87.33F;
template <std::size_t W>
struct ExpParts {
  Floats<W> less_one, power;
};
template <std::size_t W>
EDGEWISE_INLINE ExpParts<W> exp_parts(Floats<W> x) {
  constexpr float kRound = 12582912.F;  // 1.5 * 2^23: adding it rounds to a whole number in the low bits
  const Floats<W> bounded = larger<W>(all<W>(kExpLow), x);
  const Floats<W> shifted = bounded * 1.44269504F + kRound;
  const Floats<W> n = shifted - kRound;
  const Floats<W> r = bounded - n * 0.693359375F + n * 2.12194440e-4F;
  Floats<W> p = r * 1.9875691500e-4F + 1.3981999507e-3F;
  p = p * r + 8.3334519073e-3F;
  p = p * r + 4.1665795894e-2F;
  p = p * r + 1.6666665459e-1F;
  p = p * r + 0.5F;
  return {p * (r * r) + r, (Floats<W>)(((Ints<W>)shifted - 0x4B400000 + 127) << 23)};
}
/// e^x for x <= 88, relative error 2e-7.  Below kExpLow it gives 0; NaN stays NaN.
template <std::size_t W>
EDGEWISE_INLINE Floats<W> exp_lanes(Floats<W> x) {
  const ExpParts<W> e = exp_parts<W>(x);
  return x < kExpLow ? Floats<W>{} : (e.less_one + 1.F) * e.power;
}

// Sums of several vectors at once: halves of two vectors' segments are added into one, until a segment is one lane.
template <std::size_t W, std::size_t S, std::size_t... I>
EDGEWISE_INLINE Floats<W> halve(Floats<W> a, Floats<W> b, std::integer_sequence<std::size_t, I...>) {
  return __builtin_shufflevector(a, b, ((I / (S / 2)) * S + I % (S / 2))...) +
         __builtin_shufflevector(a, b, ((I / (S / 2)) * S + I % (S / 2) + S / 2)...);
}
template <std::size_t W, std::size_t Count, std::size_t S>
EDGEWISE_INLINE Floats<W> sum_tree(const Floats<W>* v) {
  constexpr auto lanes = std::make_integer_sequence<std::size_t, W>{};
  if constexpr (Count == 1 && S == 1) {
    return v[0];
  } else if constexpr (Count == 1) {
    const Floats<W> half = halve<W, S>(v[0], v[0], lanes);
    return sum_tree<W, 1, S / 2>(&half);
  } else {
    Floats<W> half[Count / 2];
    for (std::size_t k = 0; k < Count / 2; ++k) half[k] = halve<W, S>(v[2 * k], v[2 * k + 1], lanes);
    return sum_tree<W, Count / 2, S / 2>(half);
  }
}
/// to[k] = sum of the lanes of v[k]
template <std::size_t W, std::size_t Count>
EDGEWISE_INLINE void sum_lanes(const Floats<W>* v, float* to) {
  constexpr std::size_t kGroup = Count < W ? Count : W;
  for (std::size_t k = 0; k < Count; k += kGroup) {
    const Floats<W> sums = sum_tree<W, kGroup, W>(v + k);
    __builtin_memcpy(to + k, &sums, kGroup * sizeof(float));
  }
}

template <std::size_t Bytes>
EDGEWISE_INLINE void prefetch(const float* from) {
#pragma GCC unroll 16
  for (std::size_t b = 0; b < Bytes; b += 64) __builtin_prefetch(reinterpret_cast<const char*>(from) + b, 0, 3);
}

}  // namespace
}  // namespace edgewise::kernels::EDGEWISE_ISA
