#pragma once
/// Random numbers that do not depend on who asks first: every number is a hash of (seed, stream, place).
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "api.hpp"

namespace edgewise {
EDGEWISE_API_BEGIN

/// A strong 64-bit mix (splitmix64 finaliser; Steele, Lea & Flood 2014, doi:10.1145/2660193.2660195).
constexpr std::uint64_t mix_bits(std::uint64_t x) {
  x += 0x9e3779b97f4a7c15ULL;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ULL;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebULL;
  return x ^ (x >> 31);
}

/// A sequence of numbers named by (seed, stream).  The n-th is a pure function of both and of n, so any number of threads may each hold their own.
/// All are stretches of one cycle of 2^64 numbers from places hashed of both: two of n numbers overlap with a chance of about n / 2^63.
class Rng {
 public:
  explicit Rng(std::uint64_t seed, std::uint64_t stream = 0) : key_(mix_bits(mix_bits(seed) ^ (stream * 0xd1342543de82ef95ULL + 1))) {}

  /// 64 random bits, the next of the sequence.
  std::uint64_t bits() { return mix_bits(key_ + 0x9e3779b97f4a7c15ULL * ++count_); }
  /// Uniform in [0, 1).
  double uniform() { return static_cast<double>(bits() >> 11) * 0x1.0p-53; }
  /// Uniform in 0 .. limit-1 (limit > 0); the bias is below 2^-64 * limit.
  std::uint64_t below(std::uint64_t limit);
  /// Normal with mean 0 and deviation 1 (Box-Muller).
  double normal();
  /// A random order of 0 .. count-1 (Fisher-Yates).
  std::vector<std::uint32_t> permutation(std::size_t count);

 private:
  std::uint64_t key_;
  std::uint64_t count_ = 0;
};

EDGEWISE_API_END
}  // namespace edgewise
