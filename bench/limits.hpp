#pragma once
/// What the machine gives at best, measured in the same run as the kernels.
#include <array>

#include "../core/tensor.hpp"
#include "../graph/graph.hpp"

namespace edgewise::bench {

/// Sums of neighbours' rows: the kernel that only walks the spans of `grid` over `csr` and adds up rows of `from`.
using GatherSum = void (*)(const Csr& csr, const RowGrid& grid, const Tensor& from, Tensor& to);
/// The same at prefetch distances 0, 4 and 8; the best one of a run is its limit.
inline constexpr std::array<std::size_t, 3> kDistances{0, 4, 8};
/// Throws UsageError unless width is 64, 128, 256 or 512.
std::array<GatherSum, 3> gather_sums(std::size_t width);

/// 2^30 fused multiply-adds of floats by 64 tasks, out of registers: how a second thread scales where no memory is shared.
void multiply_add(float* results);
inline constexpr std::size_t kMultiplyAddResults = 64;

}  // namespace edgewise::bench
