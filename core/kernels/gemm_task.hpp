#pragma once
/// What one matrix product on one thread gets: plain pointers (isa_name.hpp says why).
#include <cstddef>

namespace edgewise::kernels {

/// c = start + bias + a * b, the first two or one of them left out where nullptr; start may be c.  Element (i, p) of a is a[i * a_row + p * a_depth],
/// element (p, j) of b is b[p * b_depth + j * b_col]: a transposed table is the same table with its strides swapped.
struct GemmTask {
  const float* a;
  std::size_t a_row, a_depth;
  const float* b;
  std::size_t b_depth, b_col;
  float* c;
  std::size_t c_row;
  std::size_t rows, cols, depth;
  const float* start;  // as many rows and columns as c
  std::size_t start_row;
  const float* bias;  // a number for each column
};

inline constexpr std::size_t kGemmDepth = 256;                       // terms of a sum per packed block of b
inline constexpr std::size_t kGemmCols = 512;                        // columns per packed block of b: half a megabyte, for the L2 cache
inline constexpr std::size_t kGemmScratch = kGemmDepth * kGemmCols;  // floats

#define EDGEWISE_DECLARE(isa)                            \
  namespace isa {                                        \
  void gemm_block(const GemmTask& task, float* scratch); \
  }
EDGEWISE_DECLARE(baseline)
EDGEWISE_DECLARE(avx2)
EDGEWISE_DECLARE(avx512)
#undef EDGEWISE_DECLARE

}  // namespace edgewise::kernels
