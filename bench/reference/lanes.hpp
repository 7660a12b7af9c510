#pragma once
/// Vectors of floats as wide as the machine that the benchmarks are compiled for.
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <utility>

namespace edgewise::bench {

#if defined(__AVX512F__)
inline constexpr std::size_t kLanes = 16;
#elif defined(__AVX2__)
inline constexpr std::size_t kLanes = 8;
#else
inline constexpr std::size_t kLanes = 4;
#endif

template <std::size_t W>
struct LanesOf {
  typedef float Float __attribute__((vector_size(W * sizeof(float))));
  typedef std::int32_t Int __attribute__((vector_size(W * sizeof(std::int32_t))));
};
template <std::size_t W>
using Lanes = typename LanesOf<W>::Float;

template <std::size_t W>
inline Lanes<W> load(const float* from) {
  Lanes<W> x;
  std::memcpy(&x, from, sizeof x);
  return x;
}
template <class L>
inline void store(float* to, L x) {
  std::memcpy(to, &x, sizeof x);
}
template <std::size_t W>
inline Lanes<W> all(float x) {
  return x - Lanes<W>{};
}
template <class L>
inline L larger(L a, L b) {
  return a > b ? a : b;
}

/// e^x to about 2e-7; 0 below -87.
template <std::size_t W>
inline Lanes<W> exp_lanes(Lanes<W> x) {
  using Int = typename LanesOf<W>::Int;
  constexpr float kToInteger = 0x1.8p23F;  // added and taken off again it rounds
  const Lanes<W> shifted = x * 0x1.715476p0F + kToInteger;
  const Lanes<W> power = shifted - kToInteger;
  const Lanes<W> rest = (x - power * 0x1.62e4p-1F) - power * 0x1.7f7d1cp-20F;  // x - power * ln 2, in two steps
  Lanes<W> sum = rest * (1.F / 720) + 1.F / 120;
  sum = sum * rest + 1.F / 24;
  sum = sum * rest + 1.F / 6;
  sum = sum * rest + 0.5F;
  sum = sum * rest + 1.F;
  sum = sum * rest + 1.F;
  const Int exponent = (reinterpret_cast<Int>(shifted) - 0x4b400000) << 23;  // 0x4b400000: the bits of kToInteger
  const auto scaled = reinterpret_cast<Lanes<W>>(reinterpret_cast<Int>(sum) + exponent);
  return x > -87.F ? scaled : Lanes<W>{};
}

/// One step of the tree below: a and b hold runs of `Run` lanes, each a row's; what comes out holds the runs of a, then those of b, half as long.
template <std::size_t W, std::size_t Run, std::size_t... I>
inline Lanes<W> halve(Lanes<W> a, Lanes<W> b, std::index_sequence<I...>) {
  constexpr std::size_t kHalf = Run / 2;
  return __builtin_shufflevector(a, b, (I / kHalf * Run + I % kHalf)...) + __builtin_shufflevector(a, b, (I / kHalf * Run + I % kHalf + kHalf)...);
}

/// sums[r] = the lanes of rows[r] added up.  Rows and W are powers of two; Wanted and Run belong to the recursion.
template <std::size_t W, std::size_t Rows, std::size_t Wanted = Rows, std::size_t Run = W>
inline void sum_lanes(const Lanes<W>* rows, float* sums) {
  if constexpr (Wanted > W) {
    sum_lanes<W, W>(rows, sums);
    sum_lanes<W, Rows - W>(rows + W, sums + W);
  } else if constexpr (Run == 1) {
    std::memcpy(sums, rows, Wanted * sizeof(float));
  } else {
    constexpr std::size_t kPairs = Rows > 1 ? Rows / 2 : 1;
    Lanes<W> half[kPairs];
    for (std::size_t r = 0; r < kPairs; ++r) half[r] = halve<W, Run>(rows[2 * r], rows[Rows > 1 ? 2 * r + 1 : 0], std::make_index_sequence<W>());
    sum_lanes<W, kPairs, Wanted, Run / 2>(half, sums);
  }
}

}  // namespace edgewise::bench
