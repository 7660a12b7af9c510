#pragma once
/// Passes over values that cost more arithmetic than memory, and therefore run at native width.
#include <cstddef>
#include <cstdint>

#include "bf16.hpp"

namespace edgewise::kernels {

/// What dropout on a stretch of values gets: plain values (isa_name.hpp says why).
struct DropTask {
  const float* from;
  float* to;
  std::size_t count;
  std::uint64_t place;  ///< of the first value; the hash is that of core/random_key.hpp
  std::uint64_t key;
  std::uint32_t threshold;
  float factor;  ///< of what is kept
  bool onto;     ///< adds to what stands in `to`
};

/// to[k] = factor * from[k] where the hash of (key, place + k) reaches the threshold, else 0; or += `onto`.  `to` may be `from`.  The same
/// bytes on every instruction set.
void drop(const DropTask& task);
/// The sum of exp(from[k] - top) <= 1 over k, each to 2e-7 of its value; they are left in `to`, unless that is nullptr.
float exp_sum(const float* from, float top, float* to, std::size_t count);
/// to[k] = from[k] for from[k] > 0, else exp(from[k]) - 1 to 3e-7 of its value.  NaN stays NaN.
void elu(const float* from, float* to, std::size_t count);
/// to[k] = from[k] * Phi(from[k]), the share of the normal distribution below it, to 1e-6 of its value down to from[k] = -6 and 1e-5 below.
/// NaN stays NaN.
void gelu(const float* from, float* to, std::size_t count);
/// to[k] = the derivative of gelu at from[k].
void gelu_slope(const float* from, float* to, std::size_t count);
/// Rounds `count` numbers, a multiple of 32, to the nearest, between two to the even one; NaN stays NaN.  Within each 32 they stand in the order
/// in which the instruction set's own kernels read them (simd.hpp, load_at).
void to_bf16(const float* from, Bf16* to, std::size_t count);

#define EDGEWISE_DECLARE(isa)                                                \
  namespace isa {                                                            \
  void drop(const DropTask& task);                                           \
  float exp_sum(const float* from, float top, float* to, std::size_t count); \
  void elu(const float* from, float* to, std::size_t count);                 \
  void gelu(const float* from, float* to, std::size_t count);                \
  void gelu_slope(const float* from, float* to, std::size_t count);          \
  void to_bf16(const float* from, Bf16* to, std::size_t count);              \
  }
EDGEWISE_DECLARE(baseline)
EDGEWISE_DECLARE(avx2)
EDGEWISE_DECLARE(avx512)
#undef EDGEWISE_DECLARE

}  // namespace edgewise::kernels
