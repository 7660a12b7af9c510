#include "passes.hpp"

#include "../cpu.hpp"

namespace edgewise::kernels {

void drop(const DropTask& task) {
#if defined(__x86_64__)
  if (active_isa() == Isa::avx512) return avx512::drop(task);
  if (active_isa() == Isa::avx2) return avx2::drop(task);
#endif
  baseline::drop(task);
}

void elu(const float* from, float* to, std::size_t count) {
#if defined(__x86_64__)
  if (active_isa() == Isa::avx512) return avx512::elu(from, to, count);
  if (active_isa() == Isa::avx2) return avx2::elu(from, to, count);
#endif
  baseline::elu(from, to, count);
}

}  // namespace edgewise::kernels
