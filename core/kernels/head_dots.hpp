#pragma once
/// Both ends' parts of additive scores from one look at the rows, and back.
#include <cstddef>

namespace edgewise::kernels {

/// Plain values (isa_name.hpp says why) about rows [first, last) of x, n x (H * D), rows one behind the other.
struct HeadDotsTask {
  const float* x;
  const float* a;  ///< H * D numbers, as b
  const float* b;
  std::size_t heads, depth;
  std::size_t first, last;
};

/// y[i] = [<x[i,h,:], a[h,:]> for each h | <x[i,h,:], b[h,:]> for each h].
void head_dots(const HeadDotsTask& task, float* y);
/// dx[i] (or += `onto`) from grad, n x 2H, left out where dx is nullptr; adds the rows' part to the sums d_a and d_b.
void head_dots_backward(const HeadDotsTask& task, const float* grad, float* dx, bool onto, float* d_a, float* d_b);

#define EDGEWISE_DECLARE(isa)                                                                                         \
  namespace isa {                                                                                                     \
  void head_dots(const HeadDotsTask& task, float* y);                                                                 \
  void head_dots_backward(const HeadDotsTask& task, const float* grad, float* dx, bool onto, float* d_a, float* d_b); \
  }
EDGEWISE_DECLARE(baseline)
EDGEWISE_DECLARE(avx2)
EDGEWISE_DECLARE(avx512)
#undef EDGEWISE_DECLARE

}  // namespace edgewise::kernels
