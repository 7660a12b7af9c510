#pragma once
/// Forward, and what backward needs to know of each target before it starts.
#include "fixed_scorer.hpp"

namespace edgewise::kernels::EDGEWISE_ISA {
namespace {

template <Score S, std::size_t H, std::size_t D>
void fixed_forward(const Task& t, const RowSpan& span, float*, float*) {
  constexpr std::size_t kArcs = Scorer<S, H, D>::kArcs;
  Scores<H, kArcs> weight;
  alignas(64) float factor[H];
  Scorer<S, H, D> scores(t);
  rows_of(
      t, span, t.out, H * D, [&](std::size_t i, EdgeId first, EdgeId last, float* out) __attribute__((always_inline)) {
        scores.aim(i);
        RowSum<H, D> sum;
        Softmax<H> softmax;
        for (EdgeId block = first; block < last; block += kArcs) {
          const std::size_t arcs = block_size(block, last, kArcs);
          scores(block, arcs, weight);
          const PerHead<H> rescale = softmax.take(weight, arcs);
          if (block != first) {
            rescale.write(factor);
            sum.scale(factor);
          }
          if (t.threshold != 0) drop<H, kArcs>(t, block, arcs, weight);
          for (std::size_t e = 0; e < arcs; ++e) {
            const EdgeId p = block + e;
            if constexpr (S == Score::dynamic)
              fetch<H * D>(row_ahead<kArcs>(t, t.value, t.value_stride, p), Part::second);
            else
              fetch<H * D, 2>(row_ahead<kAhead>(t, t.value, t.value_stride, p));
            if constexpr (S == Score::additive) __builtin_prefetch(row_ahead<kArcs>(t, t.source, t.source_stride, p), 0, 3);
            sum.add(weight.at + e * H, t.value + t.column[p] * t.value_stride);
          }
        }
        softmax.total.template join_lanes<false>();
        if (span.slot != kWhole) {  // merged with the other parts of the row later
          sum.write(out, false);
          softmax.top.write(out + H * D);
          softmax.total.write(out + H * D + H);
          return;
        }
        for (std::size_t p = 0; p < PerHead<H>::kPattern; ++p) {
          const auto empty = softmax.total.v[p] == 0.F;
          softmax.top.v[p] = empty ? Floats<kLanes>{} : softmax.top.v[p];
          softmax.total.v[p] = empty ? Floats<kLanes>{} : 1.F / softmax.total.v[p];
        }
        softmax.top.write(t.norm + i * 2 * H);
        softmax.total.write(factor);
        copy_heads<H>(t.norm + i * 2 * H + H, factor);
        sum.scale(factor);
        sum.write(out, t.streams);
      });
  if (t.streams) end_of_stream();
}

/// stat[i] = top and 1 / total of row i, <dy[i], y[i]> by head, and the additive score of the target.
template <Score S, std::size_t H, std::size_t D>
void fixed_statistics(const Task& t, std::size_t first, std::size_t last, float* stat) {
  for (std::size_t i = first; i < last; ++i) {
    float* const row = stat + i * (kStatRows * H);
    __builtin_memcpy(row, t.result_norm + i * 2 * H, 2 * H * sizeof(float));
    dots<H, D>(t.grad + i * (H * D), t.result + i * (H * D), row + 2 * H);
    if constexpr (S == Score::additive) copy_heads<H>(row + 3 * H, t.target + i * t.target_stride);
  }
}

}  // namespace
}  // namespace edgewise::kernels::EDGEWISE_ISA
