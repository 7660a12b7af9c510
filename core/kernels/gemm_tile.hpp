#pragma once
/// The matrix product on one thread: b is packed into panels of two vectors' width, and a tile of c as high as registers allow
/// takes a panel's products.  The idea is Goto & van de Geijn's, doi:10.1145/1356052.1356053; a is read where it lies.
#include "gemm_task.hpp"
#include "simd.hpp"

namespace edgewise::kernels::EDGEWISE_ISA {
namespace {

constexpr std::size_t kPanel = 2 * kLanes;                                 // columns
constexpr std::size_t kTileRows = kLanes == 16 ? 8 : kLanes == 8 ? 6 : 4;  // 16, 12 or 8 sums of a vector in flight
static_assert(kGemmCols % kPanel == 0);

/// panel[p][j] = b(first_depth + p, first_col + j), zero beyond the last column
inline void pack_panel(const GemmTask& t, std::size_t first_depth, std::size_t depth, std::size_t first_col, float* panel) {
  const std::size_t cols = t.cols - first_col < kPanel ? t.cols - first_col : kPanel;
  const float* const from = t.b + first_depth * t.b_depth + first_col * t.b_col;
  if (t.b_col == 1) {
    for (std::size_t p = 0; p < depth; ++p)
      for (std::size_t j = 0; j < kPanel; ++j) panel[p * kPanel + j] = j < cols ? from[p * t.b_depth + j] : 0.F;
    return;
  }
  for (std::size_t j = 0; j < kPanel; ++j)
    for (std::size_t p = 0; p < depth; ++p) panel[p * kPanel + j] = j < cols ? from[p * t.b_depth + j * t.b_col] : 0.F;
}

/// Where a tile reads and writes: at most kTileRows rows and kPanel columns of c.
struct TilePlace {
  const float* a;
  const float* panel;
  std::size_t depth;
  float* c;
  std::size_t cols;
  const float* start;  // what the products are added to, or nullptr
  std::size_t start_row;
  const float* bias;  // or nullptr
};

/// A row of a tile: what it starts from plus its products.
inline void finish_row(const TilePlace& t, std::size_t r, float* to, Floats<kLanes> left, Floats<kLanes> right) {
  const float* const start = t.start == nullptr ? nullptr : t.start + r * t.start_row;
  if (t.cols == kPanel) {
    if (t.bias != nullptr) {
      left += load<kLanes>(t.bias);
      right += load<kLanes>(t.bias + kLanes);
    }
    if (start != nullptr) {
      left += load<kLanes>(start);
      right += load<kLanes>(start + kLanes);
    }
    store<kLanes>(to, left);
    store<kLanes>(to + kLanes, right);
    return;
  }
  alignas(64) float part[kPanel];
  store<kLanes>(part, left);
  store<kLanes>(part + kLanes, right);
  for (std::size_t j = 0; j < t.cols; ++j) {
    if (t.bias != nullptr) part[j] += t.bias[j];
    to[j] = start != nullptr ? part[j] + start[j] : part[j];
  }
}

/// Rows x kPanel sums of `depth` products.
template <std::size_t Rows>
inline void tile(const TilePlace& t, std::size_t a_row, std::size_t a_depth, std::size_t c_row) {
  Floats<kLanes> sum[Rows][2];
  for (std::size_t r = 0; r < Rows; ++r) sum[r][0] = sum[r][1] = Floats<kLanes>{};
  const float* row[Rows];
  for (std::size_t r = 0; r < Rows; ++r) row[r] = t.a + r * a_row;
  const float* const panel = t.panel;
  const std::size_t depth = t.depth;
  for (std::size_t p = 0; p < depth; ++p) {
    const Floats<kLanes> left = load<kLanes>(panel + p * kPanel), right = load<kLanes>(panel + p * kPanel + kLanes);
#pragma GCC unroll 8
    for (std::size_t r = 0; r < Rows; ++r) {
      const Floats<kLanes> x = all<kLanes>(row[r][p * a_depth]);
      sum[r][0] += x * left;
      sum[r][1] += x * right;
    }
  }
  for (std::size_t r = 0; r < Rows; ++r) finish_row(t, r, t.c + r * c_row, sum[r][0], sum[r][1]);
}

template <std::size_t Rows>
inline void tile_of(std::size_t rows, const TilePlace& t, std::size_t a_row, std::size_t a_depth, std::size_t c_row) {
  if constexpr (Rows > 1)
    if (rows < Rows) return tile_of<Rows - 1>(rows, t, a_row, a_depth, c_row);
  tile<Rows>(t, a_row, a_depth, c_row);
}

}  // namespace

void gemm_block(const GemmTask& t, float* scratch) {
  for (std::size_t first_col = 0; first_col < t.cols; first_col += kGemmCols) {
    const std::size_t cols = t.cols - first_col < kGemmCols ? t.cols - first_col : kGemmCols;
    for (std::size_t first_depth = 0; first_depth < t.depth; first_depth += kGemmDepth) {
      const std::size_t depth = t.depth - first_depth < kGemmDepth ? t.depth - first_depth : kGemmDepth;
      const bool first = first_depth == 0;  // later blocks add to what the first one left
      const float* const start = first ? t.start : t.c;
      const std::size_t start_row = first ? t.start_row : t.c_row;
      for (std::size_t j = 0; j < cols; j += kPanel) pack_panel(t, first_depth, depth, first_col + j, scratch + j * kGemmDepth);
      for (std::size_t j = 0; j < cols; j += kPanel)
        for (std::size_t i = 0; i < t.rows; i += kTileRows) {
          const TilePlace place{t.a + i * t.a_row + first_depth * t.a_depth,
                                scratch + j * kGemmDepth,
                                depth,
                                t.c + i * t.c_row + first_col + j,
                                cols - j < kPanel ? cols - j : kPanel,
                                start == nullptr ? nullptr : start + i * start_row + first_col + j,
                                start_row,
                                first && t.bias != nullptr ? t.bias + first_col + j : nullptr};
          tile_of<kTileRows>(t.rows - i < kTileRows ? t.rows - i : kTileRows, place, t.a_row, t.a_depth, t.c_row);
        }
    }
  }
}

}  // namespace edgewise::kernels::EDGEWISE_ISA
