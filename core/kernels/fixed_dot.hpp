#pragma once
/// Backward of dot-product scores.
#include "fixed_backward.hpp"

namespace edgewise::kernels::EDGEWISE_ISA {
namespace {

/// Rows are targets i:  dq[i] += scale * ds * k[j]
template <std::size_t H, std::size_t D>
void fixed_dot_targets(const Task& t, const RowSpan& span, float*, float*) {
  constexpr std::size_t kArcs = kTwice<H, D>;
  BackwardBlock<H, kArcs> b;
  rows_of(
      t, span, t.d_target, H * D, [&](std::size_t i, EdgeId first, EdgeId last, float* d_target) __attribute__((always_inline)) {
        const Scorer<Score::dot, H, D> scores(t, i);
        const float* const grad = t.grad + i * (H * D);
        RowSum<H, D> sum;
        const float* const stat = t.stat + i * (kStatRows * H);
        const PerHead<H> top = PerHead<H>::of(stat), total = PerHead<H>::of(stat + H), delta = PerHead<H>::of(stat + 2 * H);
        for (EdgeId block = first; block < last; block += kArcs) {
          const std::size_t arcs = block_size(block, last, kArcs);
          for (std::size_t e = 0; e < arcs; ++e) {
            const EdgeId p = block + e;
            fetch<H * D, 2>(row_ahead<kArcs>(t, t.source, t.source_stride, p));
            dots<H, D>(scores.query, t.source + t.column[p] * t.source_stride, b.score.at + e * H);
            dots<H, D>(grad, t.value + t.column[p] * t.value_stride, b.d_weight.at + e * H);
          }
          add_bias<H, kArcs>(t, block, arcs, b.score);
          b.weigh(arcs, top, total);
          b.apply_dropout(t, block, arcs);
          b.differentiate(arcs, delta);
          if (t.d_score != nullptr) __builtin_memcpy(t.d_score + block * H, b.d_score.at, arcs * H * sizeof(float));
          for (std::size_t e = 0; e < arcs; ++e) {
            fetch<H * D, 2>(row_ahead<kArcs>(t, t.value, t.value_stride, block + e));
            sum.add(b.d_score.at + e * H, t.source + t.column[block + e] * t.source_stride);
          }
        }
        alignas(64) float scale[H];
        for (std::size_t h = 0; h < H; ++h) scale[h] = t.scale;
        sum.scale(scale);
        sum.write(d_target);
      });
}

/// Rows are sources j:  dv[j] += share * dy[i];  dk[j] += scale * ds * q[i]
template <std::size_t H, std::size_t D>
void fixed_dot_sources(const Task& t, const RowSpan& span, float*, float*) {
  constexpr std::size_t kArcs = kTwice<H, D>;
  BackwardBlock<H, kArcs> b;
  rows_of(
      t, span, t.d_value, H * D, [&](std::size_t j, EdgeId first, EdgeId last, float* d_value) __attribute__((always_inline)) {
        float* const d_source = span.slot == kWhole ? t.d_source + j * (H * D) : d_value + H * D;
        alignas(64) float key[H * D];
        for (std::size_t c = 0; c < H * D; ++c) key[c] = t.scale * t.source[j * t.source_stride + c];
        const float* const value = t.value + j * t.value_stride;
        RowSum<H, D> d_v, d_k;
        for (EdgeId block = first; block < last; block += kArcs) {
          const std::size_t arcs = block_size(block, last, kArcs);
          for (std::size_t e = 0; e < arcs; ++e) {
            const EdgeId p = block + e;
            fetch<H * D, 2>(row_ahead<kArcs>(t, t.target, t.target_stride, p));
            fetch<kStatRows * H>(row_ahead<kArcs>(t, t.stat, kStatRows * H, p));
            dots<H, D>(key, t.target + t.column[p] * t.target_stride, b.score.at + e * H);
            dots<H, D>(value, t.grad + t.column[p] * (H * D), b.d_weight.at + e * H);
          }
          b.gather(t, block, arcs);
          add_bias<H, kArcs>(t, block, arcs, b.score);
          b.weigh(arcs);
          b.apply_dropout(t, block, arcs);
          b.differentiate(arcs, t.scale);
          for (std::size_t e = 0; e < arcs; ++e) {
            fetch<H * D, 2>(row_ahead<kArcs>(t, t.grad, H * D, block + e), Part::first);
            d_v.add(b.share.at + e * H, t.grad + t.column[block + e] * (H * D));
          }
          for (std::size_t e = 0; e < arcs; ++e) {
            fetch<H * D, 2>(row_ahead<kArcs>(t, t.grad, H * D, block + e), Part::second);
            d_k.add(b.d_score.at + e * H, t.target + t.column[block + e] * t.target_stride);
          }
        }
        d_v.write(d_value);
        d_k.write(d_source);
      });
}

}  // namespace
}  // namespace edgewise::kernels::EDGEWISE_ISA
