#pragma once
/// The name of one random mask: what dropout draws from, so that backward can draw the same again and nothing is stored.
#include <cstdint>

#include "../graph/api.hpp"
#include "../graph/random.hpp"

namespace edgewise {
EDGEWISE_API_BEGIN

/// A random number is a function of (key, place), the place being an entry of a table or arc * heads + head.
struct RandomKey {
  std::uint64_t bits = 0;  ///< the whole name
  /// Key of the `site`-th random mask of training step `step`.
  static constexpr RandomKey of(std::uint64_t seed, std::uint64_t step, std::uint64_t site) {
    return {mix_bits(mix_bits(mix_bits(seed) + step) + site)};
  }
};

/// 32 well-mixed bits for a place: two rounds of a 32-bit mix over both halves of place and key.
constexpr std::uint32_t random_bits(RandomKey key, std::uint64_t place) {
  auto mix = [](std::uint32_t x) {
    x ^= x >> 16;
    x *= 0x7feb352dU;
    x ^= x >> 15;
    x *= 0x846ca68bU;
    return x ^ (x >> 16);
  };
  const std::uint32_t high = static_cast<std::uint32_t>(key.bits >> 32) + static_cast<std::uint32_t>(place >> 32) * 0x9e3779b9U;
  return mix(mix(static_cast<std::uint32_t>(place) ^ static_cast<std::uint32_t>(key.bits)) + high);
}

/// A probability as a threshold of 2^32, and whether dropout under it keeps the place:
constexpr std::uint32_t drop_threshold(double drop) { return static_cast<std::uint32_t>(drop * 4294967296.0); }
constexpr bool kept(RandomKey key, std::uint64_t place, std::uint32_t threshold) { return random_bits(key, place) >= threshold; }

EDGEWISE_API_END
}  // namespace edgewise
