#pragma once
/// Backward of dynamic scores (GATv2).
#include "fixed_backward.hpp"

namespace edgewise::kernels::EDGEWISE_ISA {
namespace {

/// sum[c] += ds[head of c] where row[c] > limit[c], over a block of arcs; one head at a time, so that few registers are live.
/// Fetches the second halves of the rows `next` on the way.
template <std::size_t H, std::size_t D>
EDGEWISE_INLINE void count_above(RowSum<H, D>& sum, const float* const* rows, const float* const* next, std::size_t arcs, const float* limit,
                                 const float* d_score) {
  using S = Shape<H, D>;
  for (std::size_t h = 0; h < H; ++h)
    for (std::size_t k = 0; k < S::kPerHead; ++k) {
      const std::size_t c = h * D + k * S::kW;
      auto v = sum.v[h][k];
      const auto bound = load<S::kW>(limit + c);
      for (std::size_t e = 0; e < arcs; ++e) {
        if (c % 32 == 0) __builtin_prefetch(next[e] + H * D / 2 + c / 2, 0, 2);
        v = add_where_above<S::kW>(v, all<S::kW>(d_score[e * H + h]), load<S::kW>(rows[e] + c), bound);
      }
      sum.v[h][k] = v;
    }
}

/// Rows are targets i.  With z = l[j] + r[i]:  dr[i] = a * sum ds * leaky'(z) = a * (1 - slope) * sum ds [z > 0], since the ds of a
/// row add up to zero.  And as leaky(z) = z * leaky'(z), da = sum ds * leaky(z) splits into a part with r, summed here row
/// by row, and a part with l, summed by the sources: no work per arc.
template <std::size_t H, std::size_t D>
void fixed_dynamic_targets(const Task& t, const RowSpan& span, float*, float* sums) {
  constexpr std::size_t kArcs = kTwice<H, D>;
  using S = Shape<H, D>;
  BackwardBlock<H, kArcs> b;
  const float *rows[kArcs], *next[kArcs];
  rows_of(
      t, span, t.d_target, H * D, [&](std::size_t i, EdgeId first, EdgeId last, float* d_target) __attribute__((always_inline)) {
        const Scorer<Score::dynamic, H, D> scores(t, i);
        const float* const grad = t.grad + i * (H * D);
        const float* const target = t.target + i * t.target_stride;
        RowSum<H, D> above;
        const float* const stat = t.stat + i * (kStatRows * H);
        const PerHead<H> top = PerHead<H>::of(stat), total = PerHead<H>::of(stat + H), delta = PerHead<H>::of(stat + 2 * H);
        for (EdgeId block = first; block < last; block += kArcs) {
          const std::size_t arcs = block_size(block, last, kArcs);
          for (std::size_t e = 0; e < arcs; ++e) {
            const EdgeId p = block + e;
            next[e] = row_ahead<kArcs>(t, t.source, t.source_stride, p);
            fetch<H * D, 2>(next[e], Part::first);
            rows[e] = t.source + t.column[p] * t.source_stride;
            scores.one(rows[e], b.score.at + e * H);
            dots<H, D>(grad, rows[e], b.d_weight.at + e * H);
          }
          add_bias<H, kArcs>(t, block, arcs, b.score);
          b.weigh(arcs, top, total);
          b.apply_dropout(t, block, arcs);
          b.differentiate(arcs, delta);
          if (t.d_score != nullptr) __builtin_memcpy(t.d_score + block * H, b.d_score.at, arcs * H * sizeof(float));
          count_above<H, D>(above, rows, next, arcs, scores.minus, b.d_score.at);
        }
        for (std::size_t h = 0; h < H; ++h)
          for (std::size_t k = 0; k < S::kPerHead; ++k) {
            const std::size_t c = h * D + k * S::kW;
            const auto part = above.v[h][k] * (1 - t.slope);
            store<S::kW>(d_target + c, part * load<S::kW>(t.a + c));
            store<S::kW>(sums + c, load<S::kW>(sums + c) + part * load<S::kW>(target + c));
          }
      });
}

/// Rows are sources j:  dl[j] = sum share * dy[i] + a * sum ds * leaky'(z);  z > 0 where r[i] > -l[j].
template <std::size_t H, std::size_t D>
void fixed_dynamic_sources(const Task& t, const RowSpan& span, float*, float* sums) {
  constexpr std::size_t kArcs = kTwice<H, D>;
  constexpr std::size_t kPattern = PerHead<H>::kPattern;
  using S = Shape<H, D>;
  BackwardBlock<H, kArcs> b;
  const float *rows[kArcs], *next[kArcs];
  rows_of(
      t, span, t.d_value, H * D, [&](std::size_t j, EdgeId first, EdgeId last, float* d_value) __attribute__((always_inline)) {
        const float* const source = t.source + j * t.source_stride;
        alignas(64) float minus[H * D], a[H * D], own[H];
        for (std::size_t c = 0; c < H * D; ++c) {
          minus[c] = -source[c];
          a[c] = (t.slope - 1) * t.a[c];  // max(l, -r) = -min(-l, r)
        }
        dots<H, D>(t.a, source, own);
        for (std::size_t h = 0; h < H; ++h) own[h] *= t.slope;
        const PerHead<H> constant = PerHead<H>::of(own);
        RowSum<H, D> d_v, above;
        PerHead<H> sum = PerHead<H>::of(0.F);
        for (EdgeId block = first; block < last; block += kArcs) {
          const std::size_t arcs = block_size(block, last, kArcs);
          for (std::size_t e = 0; e < arcs; ++e) {
            const EdgeId p = block + e;
            fetch<H * D, 2>(row_ahead<kArcs>(t, t.target, t.target_stride, p));
            fetch<kStatRows * H>(row_ahead<kArcs>(t, t.stat, kStatRows * H, p));
            rows[e] = t.target + t.column[p] * t.target_stride;
            typename S::Row part[H];
            for (std::size_t h = 0; h < H; ++h) {
              part[h] = typename S::Row{};
              for (std::size_t k = 0; k < S::kPerHead; ++k) {
                const std::size_t c = h * D + k * S::kW;
                part[h] += load<S::kW>(a + c) * smaller<S::kW>(load<S::kW>(minus + c), load<S::kW>(rows[e] + c));
              }
            }
            sum_lanes<S::kW, H>(part, b.score.at + e * H);
            dots<H, D>(source, t.grad + t.column[p] * (H * D), b.d_weight.at + e * H);
          }
          b.gather(t, block, arcs);
          add_bias<H, kArcs>(t, block, arcs, b.score);
          for (std::size_t k = 0; k < arcs * H; k += kPattern * kLanes)
            for (std::size_t p = 0; p < kPattern; ++p)
              store<kLanes>(b.score.at + k + p * kLanes, load<kLanes>(b.score.at + k + p * kLanes) + constant.v[p]);
          b.weigh(arcs);
          b.apply_dropout(t, block, arcs);
          b.differentiate(arcs, 1);
          for (std::size_t k = 0; k < arcs * H; k += kPattern * kLanes)
            for (std::size_t p = 0; p < kPattern; ++p) sum.v[p] += load<kLanes>(b.d_score.at + k + p * kLanes);
          for (std::size_t e = 0; e < arcs; ++e) {
            next[e] = row_ahead<kArcs>(t, t.grad, H * D, block + e);
            fetch<H * D, 2>(next[e], Part::first);
            d_v.add(b.share.at + e * H, t.grad + t.column[block + e] * (H * D));
          }
          count_above<H, D>(above, rows, next, arcs, minus, b.d_score.at);
        }
        sum.template join_lanes<false>();
        sum.write(own);
        for (std::size_t h = 0; h < H; ++h)
          for (std::size_t k = 0; k < S::kPerHead; ++k) {
            const std::size_t c = h * D + k * S::kW;
            const auto part = above.v[h][k] * (1 - t.slope) + all<S::kW>(t.slope * own[h]);
            store<S::kW>(d_value + c, d_v.v[h][k] + part * load<S::kW>(t.a + c));
            store<S::kW>(sums + c, load<S::kW>(sums + c) + part * load<S::kW>(source + c));
          }
      });
}

}  // namespace
}  // namespace edgewise::kernels::EDGEWISE_ISA
