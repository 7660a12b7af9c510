#pragma once
/// A pass over a mask: its rows cut into spans, a kernel run on each, the parts of long rows brought together in their order.
#include <algorithm>
#include <cmath>
#include <limits>
#include <span>

#include "../../graph/graph.hpp"
#include "../../graph/row_grid.hpp"
#include "../../graph/rows.hpp"
#include "../buffer.hpp"
#include "../tensor.hpp"
#include "attention.hpp"

namespace edgewise::kernels {

inline constexpr std::size_t kSumTables = 128;  ///< partial tables of the gradients of a and w at most

/// The grid of a mask.  That of a small one is a single span and is not asked of the graph: graphs that live for one call keep none.
class Grid {
 public:
  /// kept(): the grid that the graph keeps.
  template <class Kept>
  Grid(const Csr& csr, Kept kept) : whole_{0, csr.rows(), 0, csr.edges(), kWhole} {
    if (csr.edges() + csr.rows() > kBlockWork) kept_ = &kept();
  }
  std::span<const RowSpan> spans() const {
    if (kept_ != nullptr) return kept_->spans;
    return {&whole_, whole_.last > 0 ? std::size_t{1} : std::size_t{0}};
  }
  std::span<const LongRow> long_rows() const { return kept_ != nullptr ? std::span<const LongRow>(kept_->long_rows) : std::span<const LongRow>(); }
  std::uint32_t slots() const { return kept_ != nullptr ? kept_->slots : 0; }

 private:
  RowSpan whole_;
  const RowGrid* kept_ = nullptr;
};

inline Grid in_grid(const Graph& graph) {
  return {graph.in_edges(), [&]() -> const RowGrid& { return graph.in_grid(); }};
}
inline Grid out_grid(const Graph& graph) {
  return {graph.out_edges(), [&]() -> const RowGrid& { return graph.out_grid(); }};
}

/// Bytes of scratch that a kernel works in.
template <class Real>
std::size_t scratch_bytes(const AttentionTask<Real>& t) {
  return (2 * t.heads + 2 * t.heads * t.depth + kScoreBlock * t.heads) * sizeof(Real);
}

/// Runs a kernel over the grid.  `sums`: tables of `sums->cols()` numbers, one per group of spans, for the kernel to add to.
template <class Real>
void run(AttentionTask<Real>& t, AttentionKernel<Real> kernel, const Grid& grid, std::size_t slot_size, BasicTensor<Real>& slots,
         BasicTensor<Real>* sums = nullptr) {
  slots = BasicTensor<Real>::uninitialized(grid.slots(), slot_size);
  t.slots = slots.data();
  t.slot_size = slot_size;
  const std::span<const RowSpan> all = grid.spans();
  const std::size_t spans = all.size();
  if (sums == nullptr)
    return parallel_blocks(spans, [&](std::size_t k) {
      const edgewise::detail::TaskScratch scratch(scratch_bytes(t));
      kernel(t, all[k], scratch.as<Real>(), nullptr);
    });
  const std::size_t group = std::max<std::size_t>((spans + kSumTables - 1) / kSumTables, 1);
  *sums = BasicTensor<Real>((spans + group - 1) / group, sums->cols());
  parallel_ranges(spans, group, [&](std::size_t first, std::size_t last) {
    const edgewise::detail::TaskScratch scratch(scratch_bytes(t));
    for (std::size_t k = first; k < last; ++k) kernel(t, all[k], scratch.as<Real>(), sums->row(first / group).data());
  });
}

/// The parts of long rows added up in order: columns [offset, offset + table.cols()) of the slots.
template <class Real>
void merge(const Grid& grid, const BasicTensor<Real>& slots, std::size_t offset, BasicTensor<Real>& table) {
  for (const LongRow& row : grid.long_rows()) {
    const auto sum = table.row(row.row);
    std::fill(sum.begin(), sum.end(), Real(0));
    for (std::size_t slot = row.first_slot; slot < row.last_slot; ++slot)
      for (std::size_t c = 0; c < sum.size(); ++c) sum[c] += slots(slot, offset + c);
  }
}

/// The parts of long rows, each under its own highest score, brought to one.
template <class Real>
void merge_forward(const Grid& grid, const BasicTensor<Real>& slots, std::size_t heads, AttentionOutput<Real>& result) {
  const std::size_t width = result.out.cols(), depth = width / heads;
  for (const LongRow& row : grid.long_rows())
    for (std::size_t h = 0; h < heads; ++h) {
      Real top = -std::numeric_limits<Real>::infinity();
      for (std::size_t s = row.first_slot; s < row.last_slot; ++s) top = std::max(top, slots(s, width + h));
      const Real base = std::isinf(top) && top < 0 ? Real(0) : top;
      Real total = 0;
      Real* const sum = result.out.row(row.row).data() + h * depth;
      std::fill_n(sum, depth, Real(0));
      for (std::size_t s = row.first_slot; s < row.last_slot; ++s) {
        const Real rescale = std::exp(slots(s, width + h) - base);
        total += rescale * slots(s, width + heads + h);
        for (std::size_t d = 0; d < depth; ++d) sum[d] += rescale * slots(s, h * depth + d);
      }
      const Real share = total == 0 ? Real(0) : 1 / total;
      result.norm(row.row, h) = total == 0 ? Real(0) : base;
      result.norm(row.row, heads + h) = share;
      for (std::size_t d = 0; d < depth; ++d) sum[d] *= share;
    }
}

}  // namespace edgewise::kernels
