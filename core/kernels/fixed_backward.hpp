#pragma once
/// What the backward passes share.
#include "fixed_scorer.hpp"

namespace edgewise::kernels::EDGEWISE_ISA {
namespace {

/// What backward knows about a block of arcs.  First score, and d_weight = <dy, v>; after
/// weigh() score = w, then share = w * keep, and d_score; w = exp(score - top) / total.
template <std::size_t H, std::size_t Arcs>
struct BackwardBlock {
  Scores<H, Arcs> score, d_weight, share, d_score, top, total, delta;

  /// The statistics of the arcs' targets, gathered (rows are sources).
  EDGEWISE_INLINE void gather(const Task& t, EdgeId place, std::size_t arcs) {
    for (std::size_t e = 0; e < arcs; ++e) {
      const float* const stat = t.stat + t.column[place + e] * (kStatRows * H);
      copy_heads<H>(top.at + e * H, stat);
      copy_heads<H>(total.at + e * H, stat + H);
      copy_heads<H>(delta.at + e * H, stat + 2 * H);
    }
    pad<H, Arcs>(top, arcs * H, 0);
    pad<H, Arcs>(total, arcs * H, 0);
    pad<H, Arcs>(delta, arcs * H, 0);
  }
  /// The lanes beyond the block come out as zero.
  EDGEWISE_INLINE void weigh(std::size_t arcs) {
    pad_ends(arcs);
    for (std::size_t k = 0; k < padded(arcs * H, kLanes); k += kLanes)
      store<kLanes>(score.at + k, exp_lanes<kLanes>(load<kLanes>(score.at + k) - load<kLanes>(top.at + k)) * load<kLanes>(total.at + k));
  }
  /// The same where all arcs have one target.
  EDGEWISE_INLINE void weigh(std::size_t arcs, const PerHead<H>& one_top, const PerHead<H>& one_total) {
    pad_ends(arcs);
    constexpr std::size_t kPattern = PerHead<H>::kPattern;
    for (std::size_t k = 0; k < arcs * H; k += kPattern * kLanes)
      for (std::size_t p = 0; p < kPattern; ++p) {
        float* const at = score.at + k + p * kLanes;
        store<kLanes>(at, exp_lanes<kLanes>(load<kLanes>(at) - one_top.v[p]) * one_total.v[p]);
      }
  }
  EDGEWISE_INLINE void pad_ends(std::size_t arcs) {
    pad<H, Arcs>(score, arcs * H, kLowest<float>);
    pad<H, Arcs>(d_weight, arcs * H, 0);
  }
  EDGEWISE_INLINE void apply_dropout(const Task& t, EdgeId place, std::size_t arcs) {
    __builtin_memcpy(share.at, score.at, padded(arcs * H, PerHead<H>::kPattern * kLanes) * sizeof(float));
    if (t.threshold != 0) drop<H, Arcs>(t, place, arcs, share);
  }
  EDGEWISE_INLINE void differentiate(std::size_t arcs, float scale) {
    for (std::size_t k = 0; k < padded(arcs * H, kLanes); k += kLanes)
      store<kLanes>(d_score.at + k, d_score_of(k, load<kLanes>(delta.at + k)) * scale);
  }
  EDGEWISE_INLINE void differentiate(std::size_t arcs, const PerHead<H>& one_delta) {
    constexpr std::size_t kPattern = PerHead<H>::kPattern;
    for (std::size_t k = 0; k < arcs * H; k += kPattern * kLanes)
      for (std::size_t p = 0; p < kPattern; ++p) store<kLanes>(d_score.at + k + p * kLanes, d_score_of(k + p * kLanes, one_delta.v[p]));
  }
  EDGEWISE_INLINE Floats<kLanes> d_score_of(std::size_t k, Floats<kLanes> d) const {
    return load<kLanes>(share.at + k) * load<kLanes>(d_weight.at + k) - load<kLanes>(score.at + k) * d;
  }
};

}  // namespace
}  // namespace edgewise::kernels::EDGEWISE_ISA
