#pragma once
/// Backward of additive scores (GAT).
#include "fixed_walk.hpp"

namespace edgewise::kernels::EDGEWISE_ISA {
namespace {

/// What backward knows about a block of arcs before it has seen <dy, v>:  share = w * keep, and the gradient of z = to + from + bias,
///   dz = leaky'(z) * (share * <dy, v> - w * delta) = factor * <dy, v> - offset,   w = exp(leaky(z) - top) / total.
template <std::size_t H, std::size_t Arcs>
struct AdditiveBlock {
  Scores<H, Arcs> share, factor, offset, top;

  template <Rows R>
  EDGEWISE_INLINE void prepare(const Task& t, const Walk& walk, EdgeId block, std::size_t arcs) {
    walk.pieces(
        block, arcs, [&](std::size_t row, std::size_t e, std::size_t stop) __attribute__((always_inline)) {
          for (; e < stop; ++e) {
            const std::size_t other = t.column[block + e];
            const float* const stat = t.stat + (R == Rows::targets ? row : other) * (kStatRows * H);
            const float* const from = t.source + (R == Rows::targets ? other : row) * t.source_stride;
            copy_heads<H>(top.at + e * H, stat);
            copy_heads<H>(factor.at + e * H, stat + H);
            copy_heads<H>(offset.at + e * H, stat + 2 * H);
            add_heads<H>(share.at + e * H, stat + 3 * H, from);
          }
        });
    for (Scores<H, Arcs>* buffer : {&share, &factor, &offset, &top}) pad<H, Arcs>(*buffer, arcs * H, 0);
    add_bias<H, Arcs>(t, block, arcs, share);
    for (std::size_t k = 0; k < arcs * H; k += kLanes) {
      const Floats<kLanes> z = load<kLanes>(share.at + k);
      const Floats<kLanes> slope = z > 0.F ? all<kLanes>(1.F) : all<kLanes>(t.slope);
      const Floats<kLanes> weight = exp_lanes<kLanes>(z * slope - load<kLanes>(top.at + k)) * load<kLanes>(factor.at + k);
      store<kLanes>(share.at + k, weight);
      store<kLanes>(factor.at + k, t.threshold == 0 ? weight * slope : slope);
      store<kLanes>(offset.at + k, weight * slope * load<kLanes>(offset.at + k));
    }
    if (t.threshold == 0) return;
    drop<H, Arcs>(t, block, arcs, share);
    for (std::size_t k = 0; k < arcs * H; k += kLanes) store<kLanes>(factor.at + k, load<kLanes>(factor.at + k) * load<kLanes>(share.at + k));
  }
  /// dz of arc e, given <dy, v>.
  EDGEWISE_INLINE HeadRow<H> differentiate(std::size_t e, const float* d_weight) const {
    return HeadRow<H>(factor.at + e * H) * HeadRow<H>(d_weight) - HeadRow<H>(offset.at + e * H);
  }
};

/// Rows are sources j:  dv[j] += share * dy[i];  dfrom[j] += dz, which is also left in d_score for the sums over the targets' rows.
template <std::size_t H, std::size_t D, class Stored>
void fixed_additive_sources(const Task& t, const RowSpan& span, float*, float*) {
  constexpr std::size_t kArcs = kScoreBlock;
  const Tables<Stored, H * D> gathered(t);
  OwnRow<Stored, H, D> own;
  AdditiveBlock<H, kArcs> b;
  RowSum<H, D> d_v;
  HeadRow<H> d_from;
  alignas(64) float d_weight[H];
  Walk walk(t, span);
  walk.blocks<kArcs>([&](EdgeId block, std::size_t arcs) __attribute__((always_inline)) {
    b.template prepare<Rows::sources>(t, walk, block, arcs);
    walk.advance(
        block, arcs,
        [&](std::size_t j, std::size_t e, std::size_t stop) __attribute__((always_inline)) {
          const float* const value = own.of(t.value + j * t.value_stride);
          for (; e < stop; ++e) {
            const EdgeId p = block + e;
            fetch<H * D, 2>(gathered.grad.template ahead<kAhead>(t, p));
            fetch<kStatRows * H>(row_ahead<kArcs>(t, t.stat, kStatRows * H, p));
            const Stored* const grad = gathered.grad.row(t.column[p]);
            d_v.add(b.share.at + e * H, grad);
            dots<H, D>(value, grad, d_weight);
            const HeadRow<H> dz = b.differentiate(e, d_weight);
            d_from += dz;
            fetch_score<H>(t, p + kAhead);
            if (t.d_score != nullptr) dz.write(t.d_score + arc_at(t, p) * H);
          }
        },
        [&](std::size_t j) __attribute__((always_inline)) {
          d_v.take(walk.sums(t.d_value, j, H * D), walk.streams());
          d_from.take(walk.sums(t.d_source, j, H, H * D));
        });
  });
}

/// Rows are targets i:  dto[i] += dz.  Where no m x H array may be kept: the values are gathered once more instead.
template <std::size_t H, std::size_t D, class Stored>
void fixed_additive_targets(const Task& t, const RowSpan& span, float*, float*) {
  constexpr std::size_t kArcs = kScoreBlock;
  const Tables<Stored, H * D> gathered(t);
  OwnRow<Stored, H, D> own;
  AdditiveBlock<H, kArcs> b;
  HeadRow<H> d_to;
  alignas(64) float d_weight[H];
  Walk walk(t, span);
  walk.blocks<kArcs>([&](EdgeId block, std::size_t arcs) __attribute__((always_inline)) {
    b.template prepare<Rows::targets>(t, walk, block, arcs);
    walk.advance(
        block, arcs,
        [&](std::size_t i, std::size_t e, std::size_t stop) __attribute__((always_inline)) {
          const float* const grad = own.of(t.grad + i * (H * D));
          for (; e < stop; ++e) {
            const EdgeId p = block + e;
            fetch<H * D, 2>(gathered.value.template ahead<kAhead>(t, p));
            __builtin_prefetch(row_ahead<kArcs>(t, t.source, t.source_stride, p), 0, 3);
            dots<H, D>(grad, gathered.value.row(t.column[p]), d_weight);
            d_to += b.differentiate(e, d_weight);
          }
        },
        [&](std::size_t i) __attribute__((always_inline)) { d_to.take(walk.sums(t.d_target, i, H)); });
  });
}

}  // namespace
}  // namespace edgewise::kernels::EDGEWISE_ISA
