#pragma once
/// Forward, and what backward needs to know of each target before it starts.
#include "fixed_scorer.hpp"
#include "fixed_softmax.hpp"

namespace edgewise::kernels::EDGEWISE_ISA {
namespace {

template <Score S, std::size_t H, std::size_t D, class Stored>
void fixed_forward(const Task& t, const RowSpan& span, float*, float*) {
  constexpr std::size_t kArcs = Scorer<S, H, D, Stored>::kArcs;
  Scores<H, kArcs> weight, kept;
  alignas(64) float factor[H];
  Scorer<S, H, D, Stored> scores(t);
  const Tables<Stored, H * D> gathered(t);
  Softmax<H, kArcs> softmax;
  RowSum<H, D> sum;
  Walk walk(t, span);
  walk.row_blocks<kArcs>([&](EdgeId block, std::size_t arcs) __attribute__((always_inline)) {
    walk.pieces(
        block, arcs, [&](std::size_t i, std::size_t e, std::size_t stop) __attribute__((always_inline)) {
          scores.piece(i, block + e, stop - e, weight.at + e * H);
        });
    pad<H, kArcs>(weight, arcs * H, 0);
    scores.finish(block, arcs, weight);
    softmax.take(
        walk, block, arcs, weight, [&](const HeadRow<H>& rescale) __attribute__((always_inline)) {
          rescale.write(factor);
          sum.scale(factor);
        });
    if (t.threshold != 0) {
      __builtin_memcpy(kept.at, weight.at, padded(arcs * H, kLanes) * sizeof(float));
      drop<H, kArcs>(t, block, arcs, kept);
    }
    const float* const share = t.threshold != 0 ? kept.at : weight.at;
    std::size_t end = 0;  // of the arcs of the row that closes
    walk.advance(
        block, arcs,
        [&](std::size_t, std::size_t e, std::size_t stop) __attribute__((always_inline)) {
          end = stop;
          in_registers(
              sum, [&](auto& in) __attribute__((always_inline)) {
                for (; e < stop; ++e) {
                  const EdgeId p = block + e;
                  if constexpr (S == Score::dynamic)
                    fetch<H * D>(gathered.value.template ahead<kArcs>(t, p), Part::second);
                  else
                    fetch<H * D, 2>(gathered.value.template ahead<kAhead>(t, p));
                  if constexpr (S == Score::additive) __builtin_prefetch(row_ahead<kArcs>(t, t.source, t.source_stride, p), 0, 3);
                  softmax.total += HeadRow<H>(weight.at + e * H);
                  in.add(share + e * H, gathered.value.row(t.column[p]));
                }
              });
        },
        [&](std::size_t i) __attribute__((always_inline)) {
          float* const out = walk.sums(t.out, i, H * D);
          if (span.slot != kWhole) {  // merged with the other parts of the row later
            sum.take(out, false);
            softmax.top.write(out + H * D);
            softmax.total.write(out + H * D + H);
            return;
          }
          HeadRow<H> top, inverse;
          softmax.close(end, top, inverse);
          top.write(t.norm + i * 2 * H);
          inverse.write(t.norm + i * 2 * H + H);
          inverse.write(factor);
          sum.scale(factor);
          sum.take(out, t.streams);
        });
  });
}

/// stat[i] = top and 1 / total of row i, <dy[i], y[i]> by head, and the additive score of the target.
template <Score S, std::size_t H, std::size_t D, class Stored>
void fixed_statistics(const Task& t, std::size_t first, std::size_t last, float* stat) {
  const Tables<Stored, H * D> gathered(t);
  for (std::size_t i = first; i < last; ++i) {
    float* const row = stat + i * (kStatRows * H);
    __builtin_memcpy(row, t.result_norm + i * 2 * H, 2 * H * sizeof(float));
    dots<H, D>(t.result + i * (H * D), gathered.grad.row(i), row + 2 * H);
    if constexpr (S == Score::additive) copy_heads<H>(row + 3 * H, t.target + i * t.target_stride);
  }
}

}  // namespace
}  // namespace edgewise::kernels::EDGEWISE_ISA
