#include "gemm.hpp"

#include <Eigen/Core>
#include <algorithm>
#include <vector>

#include "../../graph/error.hpp"
#include "../../graph/rows.hpp"
#include "gemm_task.hpp"
#include "pick.hpp"

namespace edgewise::kernels {
namespace {

constexpr std::size_t kRowGrain = 512;     // rows of c in one task
constexpr std::size_t kDepthGrain = 4096;  // terms of a sum in one task when c is small

template <class Real>
using Matrix = Eigen::Matrix<Real, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

/// rows [row, row + rows) and columns [col, col + cols) of a view
template <class Real>
BasicView<Real> window(BasicView<Real> v, std::size_t row, std::size_t rows, std::size_t col, std::size_t cols) {
  return {v.data + row * v.stride + col, rows, cols, v.stride};
}

template <class Real>
auto eigen(BasicView<Real> v) {
  using Plain = Matrix<std::remove_const_t<Real>>;
  using Table = std::conditional_t<std::is_const_v<Real>, const Plain, Plain>;
  return Eigen::Map<Table, 0, Eigen::OuterStride<>>(v.data, static_cast<Eigen::Index>(v.rows), static_cast<Eigen::Index>(v.cols),
                                                    Eigen::OuterStride<>(static_cast<Eigen::Index>(v.stride)));
}

/// c = what it starts from.
template <class Real>
void set(BasicView<Real> c, const ProductStart<Real>& start) {
  for (std::size_t i = 0; i < c.rows; ++i)
    for (std::size_t j = 0; j < c.cols; ++j) c(i, j) = start(i, j);
}

template <class A, class B>
void product(const A& a, const B& b, BasicView<double> c) {
  eigen(c).noalias() += a * b;
}

/// In double, for gradient checks: Eigen as the build's flags compile it.
void on_one_thread(BasicView<const double> a, bool transpose_a, BasicView<const double> b, bool transpose_b, BasicView<double> c,
                   const ProductStart<double>& start) {
  set(c, start);
  if (transpose_a && transpose_b) return product(eigen(a).transpose(), eigen(b).transpose(), c);
  if (transpose_a) return product(eigen(a).transpose(), eigen(b), c);
  if (transpose_b) return product(eigen(a), eigen(b).transpose(), c);
  product(eigen(a), eigen(b), c);
}

void on_one_thread(BasicView<const float> a, bool transpose_a, BasicView<const float> b, bool transpose_b, BasicView<float> c,
                   const ProductStart<float>& start) {
  const edgewise::detail::TaskScratch scratch(kGemmScratch * sizeof(float));
  const GemmTask task{a.data,
                      transpose_a ? 1 : a.stride,
                      transpose_a ? a.stride : 1,
                      b.data,
                      transpose_b ? 1 : b.stride,
                      transpose_b ? b.stride : 1,
                      c.data,
                      c.stride,
                      c.rows,
                      c.cols,
                      transpose_a ? a.rows : a.cols,
                      start.table.data,
                      start.table.stride,
                      start.bias};
  EDGEWISE_PICK(gemm_block, task, scratch.as<float>());
}

/// Long sums: every task owns a stretch of k and a table of its own; the tables are added in order.
template <class Real>
void by_depth(BasicView<const Real> a, bool transpose_a, BasicView<const Real> b, bool transpose_b, BasicView<Real> c,
              const ProductStart<Real>& start, std::size_t depth) {
  const std::size_t parts = (depth + kDepthGrain - 1) / kDepthGrain;
  std::vector<BasicTensor<Real>> sums(parts);
  parallel_blocks(parts, [&](std::size_t p) {
    const std::size_t first = p * kDepthGrain;
    const std::size_t count = std::min(kDepthGrain, depth - first);
    sums[p] = BasicTensor<Real>::uninitialized(c.rows, c.cols);
    on_one_thread(transpose_a ? window(a, first, count, 0, a.cols) : window(a, 0, a.rows, first, count), transpose_a,
                  transpose_b ? window(b, 0, b.rows, first, count) : window(b, first, count, 0, b.cols), transpose_b, sums[p].view(), {});
  });
  parallel_ranges(c.rows, 16, [&](std::size_t first, std::size_t last) {
    set(window(c, first, last - first, 0, c.cols), start.rows(first, last - first));
    for (std::size_t i = first; i < last; ++i) {
      Real* const sum = c.row(i);
      for (const auto& part : sums)
        for (std::size_t j = 0; j < c.cols; ++j) sum[j] += part(i, j);
    }
  });
}

}  // namespace

template <class Real>
void gemm(BasicView<const Real> a, bool transpose_a, BasicView<const Real> b, bool transpose_b, BasicView<Real> c, const ProductStart<Real>& start) {
  const std::size_t rows = transpose_a ? a.cols : a.rows;
  const std::size_t depth = transpose_a ? a.rows : a.cols;
  const std::size_t depth_b = transpose_b ? b.cols : b.rows;
  const std::size_t cols = transpose_b ? b.rows : b.cols;
  if (depth != depth_b) fail<ShapeError>("gemm: the left side has ", depth, " columns, the right side ", depth_b, " rows");
  if (c.rows != rows || c.cols != cols) fail<ShapeError>("gemm: the result is ", c.rows, " x ", c.cols, ", expected ", rows, " x ", cols);

  if (start.table.data != nullptr && (start.table.rows != rows || start.table.cols != cols))
    fail<ShapeError>("gemm: the start is ", start.table.rows, " x ", start.table.cols, ", expected ", rows, " x ", cols);

  if (rows == 0 || cols == 0) return;
  if (depth == 0) return set(c, start);
  // Only where a is transposed (gradients of weights): a row of x * weight must not depend on how many rows stand beside it.
  if (transpose_a && rows <= 2 * kRowGrain && depth >= 2 * kDepthGrain) return by_depth(a, transpose_a, b, transpose_b, c, start, depth);
  parallel_ranges(rows, kRowGrain, [&](std::size_t first, std::size_t last) {
    const std::size_t count = last - first;
    on_one_thread(transpose_a ? window(a, 0, a.rows, first, count) : window(a, first, count, 0, a.cols), transpose_a, b, transpose_b,
                  window(c, first, count, 0, c.cols), start.rows(first, count));
  });
}

template void gemm(BasicView<const float>, bool, BasicView<const float>, bool, BasicView<float>, const ProductStart<float>&);
template void gemm(BasicView<const double>, bool, BasicView<const double>, bool, BasicView<double>, const ProductStart<double>&);

}  // namespace edgewise::kernels
