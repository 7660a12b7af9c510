#include "passes.hpp"

#include "../cpu.hpp"

namespace edgewise::kernels {

#if defined(__x86_64__)
#define EDGEWISE_PICK(pass, ...)                                     \
  if (active_isa() == Isa::avx512) return avx512::pass(__VA_ARGS__); \
  if (active_isa() == Isa::avx2) return avx2::pass(__VA_ARGS__);     \
  return baseline::pass(__VA_ARGS__)
#else
#define EDGEWISE_PICK(pass, ...) return baseline::pass(__VA_ARGS__)
#endif

void drop(const DropTask& task) { EDGEWISE_PICK(drop, task); }
void elu(const float* from, float* to, std::size_t count) { EDGEWISE_PICK(elu, from, to, count); }
void gelu(const float* from, float* to, std::size_t count) { EDGEWISE_PICK(gelu, from, to, count); }
void gelu_slope(const float* from, float* to, std::size_t count) { EDGEWISE_PICK(gelu_slope, from, to, count); }

#undef EDGEWISE_PICK

}  // namespace edgewise::kernels
