#pragma once
/// Dropout, ELU, GELU and rounding on one thread, at the width of the unit's instruction set.
#include "curves.hpp"
#include "mix.hpp"
#include "passes.hpp"

namespace edgewise::kernels::EDGEWISE_ISA {
namespace {

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

/// Places [first, first + count), which share the high half of their number.
template <bool Onto>
EDGEWISE_INLINE void drop_stretch(const DropTask& t, std::size_t first, std::size_t count) {
  const std::uint64_t place = t.place + first;
  const std::uint32_t low = static_cast<std::uint32_t>(place), key = static_cast<std::uint32_t>(t.key);
  const std::uint32_t high = static_cast<std::uint32_t>(t.key >> 32) + static_cast<std::uint32_t>(place >> 32) * 0x9e3779b9U;
  const float* const from = t.from + first;
  float* const to = t.to + first;
  Bits<kLanes> lane;
  for (std::uint32_t k = 0; k < kLanes; ++k) lane[k] = k;
  std::size_t k = 0;
  for (; k + kLanes <= count; k += kLanes) {
    const Bits<kLanes> bits = mix(mix((lane + (low + static_cast<std::uint32_t>(k))) ^ key) + high);
    const Floats<kLanes> value = bits >= t.threshold ? load<kLanes>(from + k) * t.factor : Floats<kLanes>{};
    store<kLanes>(to + k, Onto ? load<kLanes>(to + k) + value : value);
  }
  for (; k < count; ++k) {
    const std::uint32_t bits = mix(mix((low + static_cast<std::uint32_t>(k)) ^ key) + high);
    const float value = bits >= t.threshold ? from[k] * t.factor : 0.F;
    to[k] = Onto ? to[k] + value : value;
  }
}

}  // namespace

void drop(const DropTask& t) {
  std::size_t done = 0;
  while (done < t.count) {
    const std::uint64_t room = (std::uint64_t{1} << 32) - ((t.place + done) & 0xffffffffU);
    const std::size_t count = room < t.count - done ? static_cast<std::size_t>(room) : t.count - done;
    if (t.onto)
      drop_stretch<true>(t, done, count);
    else
      drop_stretch<false>(t, done, count);
    done += count;
  }
}

float exp_sum(const float* from, float top, float* to, std::size_t count) {
  alignas(64) float part[kLanes];
  Floats<kLanes> sum = {};
  for (std::size_t k = 0; k < count; k += kLanes) {
    const std::size_t here = count - k < kLanes ? count - k : kLanes;
    const bool whole = here == kLanes;
    for (std::size_t j = 0; !whole && j < kLanes; ++j) part[j] = j < here ? from[k + j] : -__builtin_inff();  // weighs nothing
    const Floats<kLanes> power = exp_lanes<kLanes>(load<kLanes>(whole ? from + k : part) - top);
    sum += power;
    if (to == nullptr) continue;
    if (whole) {
      store<kLanes>(to + k, power);
      continue;
    }
    store<kLanes>(part, power);
    for (std::size_t j = 0; j < here; ++j) to[k + j] = part[j];
  }
  return sum_tree<kLanes, 1, kLanes>(&sum)[0];
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
