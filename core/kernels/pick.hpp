// EDGEWISE_PICK(kernel, arguments...): returns what `kernel` of the active instruction set returns.  Included by the .cpp files that
// stand between an op and its kernels; core/CMakeLists.txt says which sets this build has.
#pragma once
#include "../cpu.hpp"

#ifdef EDGEWISE_WITH_AVX512
#define EDGEWISE_PICK_AVX512(kernel, ...) \
  if (active_isa() == Isa::avx512) return avx512::kernel(__VA_ARGS__)
#else
#define EDGEWISE_PICK_AVX512(kernel, ...) static_cast<void>(0)
#endif
#ifdef EDGEWISE_WITH_AVX2
#define EDGEWISE_PICK_AVX2(kernel, ...) \
  if (active_isa() == Isa::avx2) return avx2::kernel(__VA_ARGS__)
#else
#define EDGEWISE_PICK_AVX2(kernel, ...) static_cast<void>(0)
#endif
#define EDGEWISE_PICK(kernel, ...)           \
  EDGEWISE_PICK_AVX512(kernel, __VA_ARGS__); \
  EDGEWISE_PICK_AVX2(kernel, __VA_ARGS__);   \
  return baseline::kernel(__VA_ARGS__)
