#pragma once
/// Backward of dynamic scores (GATv2).
#include "fixed_backward.hpp"

namespace edgewise::kernels::EDGEWISE_ISA {
namespace {

/// sum[c] += ds[head of c] where row[c] > -limit[c], over the arcs [e, stop) of a block; one head at a time, so that few registers are
/// live.  Fetches the second halves of the rows `next` on the way.
template <std::size_t H, std::size_t D, class Stored>
EDGEWISE_INLINE void count_above(RowSum<H, D>& sum, const Stored* const* rows, const Stored* const* next, std::size_t from, std::size_t stop,
                                 const float* limit, const float* d_score) {
  using S = Shape<H, D>;
  constexpr std::size_t kTwoLines = 128 / sizeof(Stored);
  for (std::size_t h = 0; h < H; ++h)
    for (std::size_t k = 0; k < S::kPerHead; ++k) {
      const std::size_t c = h * D + k * S::kW;
      auto v = sum.v[h][k];
      const auto bound = -load<S::kW>(limit + c);
      for (std::size_t e = from; e < stop; ++e) {
        if (c % kTwoLines == 0) __builtin_prefetch(next[e] + H * D / 2 + c / 2, 0, 2);
        v = add_where_above<S::kW>(v, all<S::kW>(d_score[e * H + h]), load_at<S::kW>(rows[e], c), bound);
      }
      sum.v[h][k] = v;
    }
}

/// dr[i] from the sums over its arcs, and its part of da, with its row r[i]; see below.
template <std::size_t H, std::size_t D>
EDGEWISE_INLINE void close_target(const Task& t, const Walk& walk, std::size_t i, const float* target, RowSum<H, D>& above, float* sums) {
  using S = Shape<H, D>;
  float* const d_target = walk.sums(t.d_target, i, H * D);
  for (std::size_t h = 0; h < H; ++h)
    for (std::size_t k = 0; k < S::kPerHead; ++k) {
      const std::size_t c = h * D + k * S::kW;
      const auto part = above.v[h][k] * (1 - t.slope);
      above.v[h][k] = typename S::Row{};
      put<S::kW>(walk.streams(), d_target + c, part * load<S::kW>(t.a + c));
      store<S::kW>(sums + c, load<S::kW>(sums + c) + part * load<S::kW>(target + c));
    }
}

/// Rows are targets i.  With z = l[j] + r[i]:  dr[i] = a * sum ds * leaky'(z) = a * (1 - slope) * sum ds [z > 0], since the ds of a
/// row add up to zero.  And as leaky(z) = z * leaky'(z), da = sum ds * leaky(z) splits into a part with r, summed here row
/// by row, and a part with l, summed by the sources: no work per arc.
template <std::size_t H, std::size_t D, class Stored>
void fixed_dynamic_targets(const Task& t, const RowSpan& span, float*, float* sums) {
  constexpr std::size_t kArcs = kTwice<H, D>;
  BackwardBlock<H, kArcs> b;
  const Stored *rows[kArcs], *next[kArcs];
  Scorer<Score::dynamic, H, D, Stored> scores(t);
  RowSum<H, D> above;
  const Tables<Stored, H * D> gathered(t);
  OwnRow<Stored, H, D> own_target, own_grad;
  Walk walk(t, span);
  walk.blocks<kArcs>([&](EdgeId block, std::size_t arcs) __attribute__((always_inline)) {
    walk.pieces(
        block, arcs, [&](std::size_t i, std::size_t e, std::size_t stop) __attribute__((always_inline)) {
          scores.aim(i);
          const float* const grad = own_grad.of(t.grad + i * (H * D));
          for (; e < stop; ++e) {
            const EdgeId p = block + e;
            next[e] = gathered.source.template ahead<kArcs>(t, p);
            fetch<H * D, 2>(next[e], Part::first);
            rows[e] = gathered.source.row(t.column[p]);
            scores.one(rows[e], b.score.at + e * H);
            dots<H, D>(grad, rows[e], b.d_weight.at + e * H);
          }
        });
    b.template gather<Rows::targets>(t, walk, block, arcs);
    b.weigh(t, block, arcs, 1);
    if (t.d_score != nullptr) __builtin_memcpy(t.d_score + block * H, b.d_score.at, arcs * H * sizeof(float));
    walk.advance(
        block, arcs,
        [&](std::size_t i, std::size_t e, std::size_t stop) __attribute__((always_inline)) {
          count_above<H, D>(above, rows, next, e, stop, own_target.of(t.target + i * t.target_stride), b.d_score.at);
        },
        [&](std::size_t i)
            __attribute__((always_inline)) { close_target<H, D>(t, walk, i, own_target.of(t.target + i * t.target_stride), above, sums); });
  });
}

/// The same with ds kept by the sources' pass.
template <std::size_t H, std::size_t D, class Stored>
void fixed_dynamic_stored(const Task& t, const RowSpan& span, float*, float* sums) {
  constexpr std::size_t kArcs = kTwice<H, D>;
  const Stored *rows[kArcs], *next[kArcs];
  RowSum<H, D> above;
  const Tables<Stored, H * D> gathered(t);
  OwnRow<Stored, H, D> own_target;
  Walk walk(t, span);
  walk.blocks<kArcs>([&](EdgeId block, std::size_t arcs) __attribute__((always_inline)) {
    for (std::size_t e = 0; e < arcs; ++e) {
      next[e] = gathered.source.template ahead<kArcs>(t, block + e);
      fetch<H * D, 2>(next[e], Part::first);
      rows[e] = gathered.source.row(t.column[block + e]);
    }
    walk.advance(
        block, arcs,
        [&](std::size_t i, std::size_t e, std::size_t stop) __attribute__((always_inline)) {
          count_above<H, D>(above, rows, next, e, stop, own_target.of(t.target + i * t.target_stride), t.d_score + block * H);
        },
        [&](std::size_t i)
            __attribute__((always_inline)) { close_target<H, D>(t, walk, i, own_target.of(t.target + i * t.target_stride), above, sums); });
  });
}

/// What one source sends to the score of an arc, apart from a constant: <a, max(l, -r)> * (1 - slope), written as a * min(-l, r).
template <std::size_t H, std::size_t D, class Stored>
EDGEWISE_INLINE void score_of_row(const float* a, const float* minus, const Stored* row, float* score) {
  using S = Shape<H, D>;
  typename S::Row part[H];
  for (std::size_t h = 0; h < H; ++h) {
    part[h] = typename S::Row{};
    for (std::size_t k = 0; k < S::kPerHead; ++k) {
      const std::size_t c = h * D + k * S::kW;
      part[h] += load<S::kW>(a + c) * smaller<S::kW>(load<S::kW>(minus + c), load_at<S::kW>(row, c));
    }
  }
  sum_lanes<S::kW, H>(part, score);
}

/// Rows are sources j:  dl[j] = sum share * dy[i] + a * sum ds * leaky'(z);  z > 0 where r[i] > -l[j].  ds is left in d_score where that is kept.
template <std::size_t H, std::size_t D, class Stored>
void fixed_dynamic_sources(const Task& t, const RowSpan& span, float*, float* sums) {
  constexpr std::size_t kArcs = kTwice<H, D>;
  using S = Shape<H, D>;
  BackwardBlock<H, kArcs> b;
  const Stored *rows[kArcs], *next[kArcs];
  alignas(64) float minus[H * D], a[H * D], own[H];
  for (std::size_t c = 0; c < H * D; ++c) a[c] = (t.slope - 1) * t.a[c];  // max(l, -r) = -min(-l, r)
  RowSum<H, D> d_v, above;
  const Tables<Stored, H * D> gathered(t);
  OwnRow<Stored, H, D> own_source;
  HeadRow<H> sum;
  Walk walk(t, span);
  walk.blocks<kArcs>([&](EdgeId block, std::size_t arcs) __attribute__((always_inline)) {
    walk.pieces(
        block, arcs, [&](std::size_t j, std::size_t e, std::size_t stop) __attribute__((always_inline)) {
          const float* const source = own_source.of(t.source + j * t.source_stride);
          for (std::size_t c = 0; c < H * D; ++c) minus[c] = -source[c];
          dots<H, D>(t.a, source, own);
          for (std::size_t h = 0; h < H; ++h) own[h] *= t.slope;
          for (; e < stop; ++e) {
            const EdgeId p = block + e;
            fetch<H * D, 2>(gathered.target.template ahead<kArcs>(t, p));
            fetch<kStatRows * H>(row_ahead<kArcs>(t, t.stat, kStatRows * H, p));
            fetch_score<H>(t, p + kArcs);
            rows[e] = gathered.target.row(t.column[p]);
            score_of_row<H, D>(a, minus, rows[e], b.score.at + e * H);
            add_heads<H>(b.score.at + e * H, b.score.at + e * H, own);
            dots<H, D>(source, gathered.grad.row(t.column[p]), b.d_weight.at + e * H);
          }
        });
    b.template gather<Rows::sources>(t, walk, block, arcs);
    b.weigh(t, block, arcs, 1);
    b.keep(t, block, arcs);
    walk.advance(
        block, arcs,
        [&](std::size_t j, std::size_t e, std::size_t stop) __attribute__((always_inline)) {
          in_registers(
              d_v, [&](auto& v) __attribute__((always_inline)) {
                for (std::size_t k = e; k < stop; ++k) {
                  next[k] = gathered.grad.template ahead<kArcs>(t, block + k);
                  fetch<H * D, 2>(next[k], Part::first);
                  v.add(b.share.at + k * H, gathered.grad.row(t.column[block + k]));
                  sum += HeadRow<H>(b.d_score.at + k * H);
                }
              });
          count_above<H, D>(above, rows, next, e, stop, own_source.of(t.source + j * t.source_stride), b.d_score.at);
        },
        [&](std::size_t j) __attribute__((always_inline)) {
          const float* const source = own_source.of(t.source + j * t.source_stride);
          float* const d_value = walk.sums(t.d_value, j, H * D);
          sum.take(own);
          for (std::size_t h = 0; h < H; ++h)
            for (std::size_t k = 0; k < S::kPerHead; ++k) {
              const std::size_t c = h * D + k * S::kW;
              const auto part = above.v[h][k] * (1 - t.slope) + all<S::kW>(t.slope * own[h]);
              put<S::kW>(walk.streams(), d_value + c, d_v.v[h][k] + part * load<S::kW>(t.a + c));
              store<S::kW>(sums + c, load<S::kW>(sums + c) + part * load<S::kW>(source + c));
              above.v[h][k] = d_v.v[h][k] = typename S::Row{};
            }
        });
  });
}

}  // namespace
}  // namespace edgewise::kernels::EDGEWISE_ISA
