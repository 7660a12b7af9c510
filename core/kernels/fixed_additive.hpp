#pragma once
/// Backward of additive scores (GAT).
#include "fixed_backward.hpp"

namespace edgewise::kernels::EDGEWISE_ISA {
namespace {

/// Rows are sources j:  dv[j] += share * dy[i];  dfrom[j] += dz, left in d_score for the sum over the targets' rows.
template <std::size_t H, std::size_t D>
void fixed_additive_sources(const Task& t, const RowSpan& span, float*, float*) {
  constexpr std::size_t kArcs = kScoreBlock;
  constexpr std::size_t kPattern = PerHead<H>::kPattern;
  BackwardBlock<H, kArcs> b;
  Scores<H, kArcs> slope;
  rows_of(
      t, span, t.d_value, H * D, [&](std::size_t j, EdgeId first, EdgeId last, float* d_value) __attribute__((always_inline)) {
        float* const d_source = span.slot == kWhole ? t.d_source + j * H : d_value + H * D;
        const PerHead<H> source = PerHead<H>::of(t.source + j * t.source_stride);
        const float* const value = t.value + j * t.value_stride;
        RowSum<H, D> sum;
        PerHead<H> d_from = PerHead<H>::of(0.F);
        for (EdgeId block = first; block < last; block += kArcs) {
          const std::size_t arcs = block_size(block, last, kArcs);
          b.gather(t, block, arcs);
          for (std::size_t e = 0; e < arcs; ++e) copy_heads<H>(b.score.at + e * H, t.stat + t.column[block + e] * (kStatRows * H) + 3 * H);
          add_bias<H, kArcs>(t, block, arcs, b.score);
          for (std::size_t k = 0; k < arcs * H; k += kPattern * kLanes)
            for (std::size_t p = 0; p < kPattern; ++p) {
              float* const at = b.score.at + k + p * kLanes;
              const Floats<kLanes> z = load<kLanes>(at) + source.v[p];
              store<kLanes>(at, z > 0.F ? z : z * t.slope);
              store<kLanes>(slope.at + k + p * kLanes, z > 0.F ? all<kLanes>(1.F) : all<kLanes>(t.slope));
            }
          b.weigh(arcs);
          b.apply_dropout(t, block, arcs);
          for (std::size_t e = 0; e < arcs; ++e) {
            const EdgeId p = block + e;
            fetch<H * D>(row_ahead<kAhead>(t, t.grad, H * D, p));
            fetch<kStatRows * H>(row_ahead<kArcs>(t, t.stat, kStatRows * H, p));
            __builtin_prefetch(t.d_score + arc_at(t, p) * H, 1, 3);
            const float* const grad = t.grad + t.column[p] * (H * D);
            sum.add(b.share.at + e * H, grad);
            dots<H, D>(grad, value, b.d_weight.at + e * H);
          }
          b.differentiate(arcs, 1);
          for (std::size_t k = 0; k < arcs * H; k += kPattern * kLanes)
            for (std::size_t p = 0; p < kPattern; ++p) {
              const std::size_t at = k + p * kLanes;
              const Floats<kLanes> dz = load<kLanes>(b.d_score.at + at) * load<kLanes>(slope.at + at);
              d_from.v[p] += dz;
              store<kLanes>(b.d_score.at + at, dz);
            }
          for (std::size_t e = 0; e < arcs; ++e) copy_heads<H>(t.d_score + arc_at(t, block + e) * H, b.d_score.at + e * H);
        }
        sum.write(d_value);
        d_from.template join_lanes<false>();
        d_from.write(d_source);
      });
}

}  // namespace
}  // namespace edgewise::kernels::EDGEWISE_ISA
