#pragma once
/// For sources: what attention's backward adds up after its passes, over the rows of the mask and over partial tables, each in a fixed order.
#include <algorithm>

#include "../../graph/graph.hpp"
#include "../../graph/rows.hpp"
#include "../tensor.hpp"

namespace edgewise::kernels {

/// sum[h] = rows[0 .. count)[h]; H is the number of heads, or 0 where only the run knows it.
template <std::size_t H, class Real>
void sum_up(const Real* rows, std::size_t count, std::size_t heads, Real* sum) {
  if constexpr (H == 0) {
    std::fill_n(sum, heads, Real(0));
    for (std::size_t k = 0; k < count; ++k)
      for (std::size_t h = 0; h < heads; ++h) sum[h] += rows[k * heads + h];
  } else {
    Real part[H] = {};
    for (std::size_t k = 0; k < count; ++k)
      for (std::size_t h = 0; h < H; ++h) part[h] += rows[k * H + h];
    std::copy_n(part, H, sum);
  }
}

/// dto[i] = sum of dz over the arcs of row i: the stored gradients of the scores, read once in order.
template <class Real>
BasicTensor<Real> sum_of_rows(const Graph& graph, const BasicTensor<Real>& d_score) {
  const Csr& in = graph.in_edges();
  const std::size_t heads = d_score.cols();
  const auto sum = heads == 8 ? sum_up<8, Real> : heads == 4 ? sum_up<4, Real> : heads == 1 ? sum_up<1, Real> : sum_up<0, Real>;
  auto sums = BasicTensor<Real>::uninitialized(in.rows(), heads);
  for_row_blocks(in, [&](RowBlock block) {
    for (NodeId i = block.first; i < block.last; ++i) sum(d_score.data() + in.begin()[i] * heads, in.degree(i), heads, sums.row(i).data());
  });
  return sums;
}

/// Row `row` of every table, added up in order: columns [offset, offset + count).
template <class Real>
BasicTensor<Real> sum_of_tables(const BasicTensor<Real>& tables, std::size_t offset, std::size_t rows, std::size_t cols) {
  BasicTensor<Real> sum(rows, cols);
  for (std::size_t k = 0; k < tables.rows(); ++k)
    for (std::size_t c = 0; c < sum.size(); ++c) sum.data()[c] += tables(k, offset + c);
  return sum;
}

}  // namespace edgewise::kernels
