#pragma once
/// What the backward passes of dot-product and dynamic scores share.
#include "fixed_scorer.hpp"
#include "fixed_walk.hpp"

namespace edgewise::kernels::EDGEWISE_ISA {
namespace {

/// What backward knows about a block of arcs.  First score, and d_weight = <dy, v>; after weigh() share = w * keep, and
/// d_score = share * d_weight - w * delta;  w = exp(score - top) / total.
template <std::size_t H, std::size_t Arcs>
struct BackwardBlock {
  Scores<H, Arcs> score, d_weight, share, d_score, top, total, delta;

  /// The statistics of the arcs' targets, arc by arc.
  template <Rows R>
  EDGEWISE_INLINE void gather(const Task& t, const Walk& walk, EdgeId block, std::size_t arcs) {
    walk.pieces(
        block, arcs, [&](std::size_t row, std::size_t e, std::size_t stop) __attribute__((always_inline)) {
          for (; e < stop; ++e) {
            const float* const stat = t.stat + (R == Rows::targets ? row : std::size_t{t.column[block + e]}) * (kStatRows * H);
            copy_heads<H>(top.at + e * H, stat);
            copy_heads<H>(total.at + e * H, stat + H);
            copy_heads<H>(delta.at + e * H, stat + 2 * H);
          }
        });
  }
  /// Scores are multiplied by score_scale before the bias comes to them.
  EDGEWISE_INLINE void weigh(const Task& t, EdgeId block, std::size_t arcs, float score_scale) {
    for (Scores<H, Arcs>* buffer : {&score, &d_weight, &top, &total, &delta}) pad<H, Arcs>(*buffer, arcs * H, 0);
    if (t.bias != nullptr) {
      for (std::size_t k = 0; k < arcs * H; k += kLanes) store<kLanes>(score.at + k, load<kLanes>(score.at + k) * score_scale);
      score_scale = 1;
      add_bias<H, Arcs>(t, block, arcs, score);
    }
    for (std::size_t k = 0; k < arcs * H; k += kLanes) {
      const Floats<kLanes> weight =
          exp_lanes<kLanes>(load<kLanes>(score.at + k) * score_scale - load<kLanes>(top.at + k)) * load<kLanes>(total.at + k);
      store<kLanes>(share.at + k, weight);
      store<kLanes>(delta.at + k, weight * load<kLanes>(delta.at + k));
    }
    if (t.threshold != 0) drop<H, Arcs>(t, block, arcs, share);
    for (std::size_t k = 0; k < arcs * H; k += kLanes)
      store<kLanes>(d_score.at + k, load<kLanes>(share.at + k) * load<kLanes>(d_weight.at + k) - load<kLanes>(delta.at + k));
  }
  /// Leaves d_score for the pass over the targets, where it is kept (rows are sources).
  EDGEWISE_INLINE void keep(const Task& t, EdgeId block, std::size_t arcs) const {
    if (t.d_score == nullptr) return;
    for (std::size_t e = 0; e < arcs; ++e) copy_heads<H>(t.d_score + arc_at(t, block + e) * H, d_score.at + e * H);
  }
};

}  // namespace
}  // namespace edgewise::kernels::EDGEWISE_ISA
