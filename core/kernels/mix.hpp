#pragma once
/// The hash of core/random_key.hpp, which must not be shared (isa_name.hpp says why), for one number or a vector of them.
#include <cstdint>

#include "isa_name.hpp"

namespace edgewise::kernels::EDGEWISE_ISA {
namespace {

template <class Bits32>
inline __attribute__((always_inline)) Bits32 mix(Bits32 x) {
  x ^= x >> 16;
  x *= 0x7feb352dU;
  x ^= x >> 15;
  x *= 0x846ca68bU;
  return x ^ (x >> 16);
}

}  // namespace
}  // namespace edgewise::kernels::EDGEWISE_ISA
