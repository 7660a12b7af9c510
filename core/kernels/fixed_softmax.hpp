#pragma once
/// Softmax over rows that the blocks of a walk cut anywhere.
#include "fixed_walk.hpp"

namespace edgewise::kernels::EDGEWISE_ISA {
namespace {

/// A highest score as what scores are taken relative to: all masked so far gives exp(-inf - 0) = 0, not NaN.
template <std::size_t H>
EDGEWISE_INLINE HeadRow<H> base_of(HeadRow<H> top) {
  for (auto& v : top.v) v = v == kLowest<float> ? Floats<HeadRow<H>::kW>{} : v;
  return top;
}

template <std::size_t H, std::size_t Arcs>
struct Softmax {
  HeadRow<H> top, total;  ///< of the row that the walk stands in: the highest score so far, and the sum of exp(score - base_of(top))
  Scores<H, Arcs> base;

  /// Scores become exp(score - base of their row).  rescale(factor): what was summed before of the row that began in an earlier block.
  template <class Rescale>
  EDGEWISE_INLINE void take(const Walk& walk, EdgeId block, std::size_t arcs, Scores<H, Arcs>& score, Rescale rescale) {
    walk.pieces(
        block, arcs, [&](std::size_t row, std::size_t e, std::size_t stop) __attribute__((always_inline)) {
          const bool goes_on = row == walk.row && walk.begin_of(row) < block;
          HeadRow<H> high = goes_on ? top : HeadRow<H>::of(kLowest<float>);
          for (std::size_t k = e; k < stop; ++k) high.raise(HeadRow<H>(score.at + k * H));
          const HeadRow<H> under = base_of(high);
          for (std::size_t k = e; k < stop; ++k) under.write(base.at + k * H);
          if (goes_on) {
            HeadRow<H> factor = top - under;
            for (auto& v : factor.v) v = exp_lanes<HeadRow<H>::kW>(v);
            total = total * factor;
            rescale(factor);
          }
          top = high;
        });
    for (Scores<H, Arcs>* buffer : {&score, &base}) pad<H, Arcs>(*buffer, arcs * H, 0);
    for (std::size_t k = 0; k < arcs * H; k += kLanes)
      store<kLanes>(score.at + k, exp_lanes<kLanes>(load<kLanes>(score.at + k) - load<kLanes>(base.at + k)));
  }
  /// Ends a row, whose last arc in the block, if it has one, comes before `stop`: its base, and 1 / total, zero for a row without weights.
  EDGEWISE_INLINE void close(std::size_t stop, HeadRow<H>& under, HeadRow<H>& inverse) {
    under = stop > 0 ? HeadRow<H>(base.at + (stop - 1) * H) : HeadRow<H>();
    inverse = HeadRow<H>();
    for (std::size_t k = 0; k < H / HeadRow<H>::kW; ++k) {
      const auto empty = total.v[k] == 0.F;
      under.v[k] = empty ? inverse.v[k] : under.v[k];
      inverse.v[k] = empty ? inverse.v[k] : 1.F / total.v[k];
    }
    total = HeadRow<H>();
  }
};

}  // namespace
}  // namespace edgewise::kernels::EDGEWISE_ISA
