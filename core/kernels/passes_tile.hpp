#pragma once
/// Dropout, ELU, GELU and rounding on one thread, at the width of the unit's instruction set.
#include "mix.hpp"
#include "passes.hpp"
#include "simd.hpp"

namespace edgewise::kernels::EDGEWISE_ISA {
namespace {

/// e^x - 1 for x <= 0, as 2^n * (e^r - 1) + (2^n - 1), which keeps its digits near 0.
EDGEWISE_INLINE Floats<kLanes> expm1_lanes(Floats<kLanes> x) {
  const ExpParts<kLanes> e = exp_parts<kLanes>(x);
  return e.less_one * e.power + (e.power - 1.F);
}

EDGEWISE_INLINE Floats<kLanes> elu_lanes(Floats<kLanes> x) { return x > 0.F ? x : expm1_lanes(smaller<kLanes>(all<kLanes>(0.F), x)); }

/// The normal distribution at x: how much lies below, and e^(-x^2/2).  With t = 1 / (1 + 0.3 |x|) the tail beyond |x| is e^(-x^2/2) * p(t);
/// p is a minimax fit of erfcx(|x| / sqrt 2) / 2 over 0 <= |x| <= 14, relative error 6e-8 (4e-7 once rounded to float).
struct Normal {
  Floats<kLanes> below, bell;
};
EDGEWISE_INLINE Normal normal_lanes(Floats<kLanes> x) {
  const Floats<kLanes> bell = exp_lanes<kLanes>(x * x * -0.5F);
  const Floats<kLanes> t = 1.F / (1.F + 0.3F * larger<kLanes>(x, -x));
  Floats<kLanes> p = t * 0.0383778401F - 0.169164136F;
  p = p * t + 0.228656396F;
  p = p * t - 0.0765026882F;
  p = p * t + 0.142533168F;
  p = p * t + 0.094684422F;
  p = p * t + 0.121920139F;
  p = p * t + 0.119487718F;
  p = p * t + 7.16751128e-6F;
  const Floats<kLanes> tail = p * bell;
  return {x > 0.F ? 1.F - tail : tail, bell};
}

EDGEWISE_INLINE Floats<kLanes> gelu_lanes(Floats<kLanes> x) { return x * normal_lanes(x).below; }

/// d/dx x * below(x) = below(x) + x * e^(-x^2/2) / sqrt(2 pi)
EDGEWISE_INLINE Floats<kLanes> gelu_slope_lanes(Floats<kLanes> x) {
  const Normal normal = normal_lanes(x);
  return normal.below + x * normal.bell * 0.3989422804F;
}

/// to = value(from), whole vectors first; what is left at the end goes through a padded copy.
template <class Value>
EDGEWISE_INLINE void map_lanes(const float* from, float* to, std::size_t count, Value value) {
  std::size_t k = 0;
  for (; k + kLanes <= count; k += kLanes) store<kLanes>(to + k, value(load<kLanes>(from + k)));
  if (k == count) return;
  alignas(64) float part[kLanes] = {};
  for (std::size_t j = 0; k + j < count; ++j) part[j] = from[k + j];
  store<kLanes>(part, value(load<kLanes>(part)));
  for (std::size_t j = 0; k + j < count; ++j) to[k + j] = part[j];
}

}  // namespace

void drop(const DropTask& t) {
  std::size_t done = 0;
  while (done < t.count) {  // stretches within which the high half of the place stays the same
    const std::uint64_t place = t.place + done;
    const std::uint64_t room = (std::uint64_t{1} << 32) - (place & 0xffffffffU);
    const std::size_t count = room < t.count - done ? static_cast<std::size_t>(room) : t.count - done;
    const std::uint32_t low = static_cast<std::uint32_t>(place), key = static_cast<std::uint32_t>(t.key);
    const std::uint32_t high = static_cast<std::uint32_t>(t.key >> 32) + static_cast<std::uint32_t>(place >> 32) * 0x9e3779b9U;
    // Locals, no aliases and no load under a condition: what the compiler needs to turn the loop into vectors.
    const std::uint32_t threshold = t.threshold;
    const float factor = t.factor;
    const float* __restrict from = t.from + done;
    float* __restrict to = t.to + done;
    for (std::size_t k = 0; k < count; ++k) {
      const std::uint32_t bits = mix(mix((low + static_cast<std::uint32_t>(k)) ^ key) + high);
      const float value = from[k] * factor;
      to[k] = bits >= threshold ? value : 0.F;
    }
    done += count;
  }
}

void elu(const float* from, float* to, std::size_t count) {
  map_lanes(
      from, to, count, [](Floats<kLanes> x) __attribute__((always_inline)) { return elu_lanes(x); });
}

void gelu(const float* from, float* to, std::size_t count) {
  map_lanes(
      from, to, count, [](Floats<kLanes> x) __attribute__((always_inline)) { return gelu_lanes(x); });
}

void gelu_slope(const float* from, float* to, std::size_t count) {
  map_lanes(
      from, to, count, [](Floats<kLanes> x) __attribute__((always_inline)) { return gelu_slope_lanes(x); });
}

void to_bf16(const float* from, Bf16* to, std::size_t count) {
  for (std::size_t k = 0; k < count; k += 2 * kLanes) store_two<kLanes>(to + k, load<kLanes>(from + k), load<kLanes>(from + k + kLanes));
}

}  // namespace edgewise::kernels::EDGEWISE_ISA
