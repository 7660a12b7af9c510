#pragma once
/// Backward of dot-product scores.
#include "fixed_backward.hpp"

namespace edgewise::kernels::EDGEWISE_ISA {
namespace {

/// Rows are targets i:  dq[i] += scale * ds * k[j]
template <std::size_t H, std::size_t D, class Stored>
void fixed_dot_targets(const Task& t, const RowSpan& span, float*, float*) {
  constexpr std::size_t kArcs = kTwice<H, D>;
  BackwardBlock<H, kArcs> b;
  RowSum<H, D> d_q;
  const Tables<Stored, H * D> gathered(t);
  OwnRow<Stored, H, D> own_query, own_grad;
  Walk walk(t, span);
  walk.blocks<kArcs>([&](EdgeId block, std::size_t arcs) __attribute__((always_inline)) {
    walk.pieces(
        block, arcs, [&](std::size_t i, std::size_t e, std::size_t stop) __attribute__((always_inline)) {
          const float *const query = own_query.of(t.target + i * t.target_stride), *const grad = own_grad.of(t.grad + i * (H * D));
          for (; e < stop; ++e) {
            const EdgeId p = block + e;
            fetch<H * D, 2>(gathered.source.template ahead<kArcs>(t, p));
            dots<H, D>(query, gathered.source.row(t.column[p]), b.score.at + e * H);
            dots<H, D>(grad, gathered.value.row(t.column[p]), b.d_weight.at + e * H);
          }
        });
    b.template gather<Rows::targets>(t, walk, block, arcs);
    b.weigh(t, block, arcs, t.scale);
    if (t.d_score != nullptr) __builtin_memcpy(t.d_score + block * H, b.d_score.at, arcs * H * sizeof(float));
    walk.advance(
        block, arcs,
        [&](std::size_t, std::size_t e, std::size_t stop) __attribute__((always_inline)) {
          for (; e < stop; ++e) {
            fetch<H * D, 2>(gathered.value.template ahead<kArcs>(t, block + e));
            d_q.add(b.d_score.at + e * H, gathered.source.row(t.column[block + e]));
          }
        },
        [&](std::size_t i) __attribute__((always_inline)) {
          d_q *= t.scale;
          d_q.take(walk.sums(t.d_target, i, H * D), walk.streams());
        });
  });
}

/// The same with ds kept by the sources' pass: only the keys are gathered.
template <std::size_t H, std::size_t D, class Stored>
void fixed_dot_stored(const Task& t, const RowSpan& span, float*, float*) {
  RowSum<H, D> d_q;
  const Tables<Stored, H * D> gathered(t);
  Walk walk(t, span);
  walk.blocks<kScoreBlock>([&](EdgeId block, std::size_t arcs) __attribute__((always_inline)) {
    walk.advance(
        block, arcs,
        [&](std::size_t, std::size_t e, std::size_t stop) __attribute__((always_inline)) {
          for (EdgeId p = block + e; p < block + stop; ++p) {
            fetch<H * D, 2>(gathered.source.template ahead<kAhead>(t, p));
            d_q.add(t.d_score + p * H, gathered.source.row(t.column[p]));
          }
        },
        [&](std::size_t i) __attribute__((always_inline)) {
          d_q *= t.scale;
          d_q.take(walk.sums(t.d_target, i, H * D), walk.streams());
        });
  });
}

/// Rows are sources j:  dv[j] += share * dy[i];  dk[j] += scale * ds * q[i];  ds is left in d_score where that is kept.
template <std::size_t H, std::size_t D, class Stored>
void fixed_dot_sources(const Task& t, const RowSpan& span, float*, float*) {
  constexpr std::size_t kArcs = kTwice<H, D>;
  BackwardBlock<H, kArcs> b;
  RowSum<H, D> d_v, d_k;
  const Tables<Stored, H * D> gathered(t);
  OwnRow<Stored, H, D> own_key, own_value;
  Walk walk(t, span);
  walk.blocks<kArcs>([&](EdgeId block, std::size_t arcs) __attribute__((always_inline)) {
    walk.pieces(
        block, arcs, [&](std::size_t j, std::size_t e, std::size_t stop) __attribute__((always_inline)) {
          const float *const key = own_key.of(t.source + j * t.source_stride), *const value = own_value.of(t.value + j * t.value_stride);
          for (; e < stop; ++e) {
            const EdgeId p = block + e;
            fetch<H * D, 2>(gathered.target.template ahead<kArcs>(t, p));
            fetch<kStatRows * H>(row_ahead<kArcs>(t, t.stat, kStatRows * H, p));
            fetch_score<H>(t, p + kArcs);
            dots<H, D>(key, gathered.target.row(t.column[p]), b.score.at + e * H);
            dots<H, D>(value, gathered.grad.row(t.column[p]), b.d_weight.at + e * H);
          }
        });
    b.template gather<Rows::sources>(t, walk, block, arcs);
    b.weigh(t, block, arcs, t.scale);
    b.keep(t, block, arcs);
    walk.advance(
        block, arcs,
        [&](std::size_t, std::size_t e, std::size_t stop) __attribute__((always_inline)) {
          in_registers(
              d_v, [&](auto& sum) __attribute__((always_inline)) {
                for (std::size_t k = e; k < stop; ++k) {
                  fetch<H * D, 2>(gathered.grad.template ahead<kArcs>(t, block + k), Part::first);
                  sum.add(b.share.at + k * H, gathered.grad.row(t.column[block + k]));
                }
              });
          in_registers(
              d_k, [&](auto& sum) __attribute__((always_inline)) {
                for (std::size_t k = e; k < stop; ++k) {
                  fetch<H * D, 2>(gathered.grad.template ahead<kArcs>(t, block + k), Part::second);
                  sum.add(b.d_score.at + k * H, gathered.target.row(t.column[block + k]));
                }
              });
        },
        [&](std::size_t j) __attribute__((always_inline)) {
          d_v.take(walk.sums(t.d_value, j, H * D), walk.streams());
          d_k *= t.scale;
          d_k.take(walk.sums(t.d_source, j, H * D, H * D), walk.streams());
        });
  });
}

}  // namespace
}  // namespace edgewise::kernels::EDGEWISE_ISA
