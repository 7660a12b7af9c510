#pragma once
/// What a sparse product on one thread gets: plain pointers (isa_name.hpp says why).
#include <cstddef>
#include <cstdint>

namespace edgewise::kernels {

/// to[i] = start[i] + bias + sum over the places p of row i of value[entry[p]] * from[column[p]], for rows [first, last); entry, start and
/// bias may be nullptr.
struct SparseTask {
  const std::uint64_t* begin;
  const std::uint32_t* column;
  const std::uint64_t* entry;
  const float* value;
  const float* from;
  std::size_t from_row;
  float* to;
  std::size_t to_row;
  const float* start;
  std::size_t start_row;
  const float* bias;
  std::size_t cols;
  std::size_t first, last;
};

#define EDGEWISE_DECLARE(isa)               \
  namespace isa {                           \
  void sparse_rows(const SparseTask& task); \
  }
EDGEWISE_DECLARE(baseline)
EDGEWISE_DECLARE(avx2)
EDGEWISE_DECLARE(avx512)
#undef EDGEWISE_DECLARE

}  // namespace edgewise::kernels
