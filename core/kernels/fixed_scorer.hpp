#pragma once
/// The scores of a block of arcs into one target, for each kind of score.
#include "fixed_block.hpp"

namespace edgewise::kernels::EDGEWISE_ISA {
namespace {

/// The scores of a block of arcs into the target that it aims at, and what they need of the target's row.
template <Score S, std::size_t H, std::size_t D>
struct Scorer;

template <std::size_t H, std::size_t D>
struct Scorer<Score::additive, H, D> {
  static constexpr std::size_t kArcs = kScoreBlock;
  const Task& t;
  PerHead<H> target;

  explicit EDGEWISE_INLINE Scorer(const Task& task) : t(task) {}
  EDGEWISE_INLINE void aim(std::size_t i) { target = PerHead<H>::of(t.target + i * t.target_stride); }
  EDGEWISE_INLINE void operator()(EdgeId place, std::size_t arcs, Scores<H, kArcs>& score) const {
    for (std::size_t e = 0; e < arcs; ++e) copy_heads<H>(score.at + e * H, t.source + t.column[place + e] * t.source_stride);
    add_bias<H, kArcs>(t, place, arcs, score);
    constexpr std::size_t kPattern = PerHead<H>::kPattern;
    for (std::size_t k = 0; k < arcs * H; k += kPattern * kLanes)
      for (std::size_t p = 0; p < kPattern; ++p) {
        const Floats<kLanes> z = load<kLanes>(score.at + k + p * kLanes) + target.v[p];
        store<kLanes>(score.at + k + p * kLanes, z > 0.F ? z : z * t.slope);
      }
  }
};

template <std::size_t H, std::size_t D>
struct Scorer<Score::dot, H, D> {
  static constexpr std::size_t kArcs = kScoreBlock;
  const Task& t;
  alignas(64) float query[H * D];

  explicit EDGEWISE_INLINE Scorer(const Task& task) : t(task) {}
  EDGEWISE_INLINE void aim(std::size_t i) {
    for (std::size_t c = 0; c < H * D; ++c) query[c] = t.scale * t.target[i * t.target_stride + c];
  }
  template <std::size_t Arcs>
  EDGEWISE_INLINE void operator()(EdgeId place, std::size_t arcs, Scores<H, Arcs>& score) const {
    for (std::size_t e = 0; e < arcs; ++e) {
      const EdgeId p = place + e;
      fetch<H * D, 2>(row_ahead<kAhead>(t, t.source, t.source_stride, p));
      dots<H, D>(query, t.source + t.column[p] * t.source_stride, score.at + e * H);
    }
    add_bias<H, Arcs>(t, place, arcs, score);
  }
};

/// leaky(l + r) = slope * (l + r) + (1 - slope) * max(l + r, 0) and max(l + r, 0) = max(l, -r) + r, hence
///   <a, leaky(l + r)> = (1 - slope) * <a, max(l, -r) + c * l> + <a, r>,   c = slope / (1 - slope):
/// two operations a feature less, and <a, r> is the same for all arcs of a target, so that softmax does not see it.
template <std::size_t H, std::size_t D>
struct Scorer<Score::dynamic, H, D> {
  static constexpr std::size_t kArcs = kTwice<H, D>;
  using S = Shape<H, D>;
  const Task& t;
  float ratio;
  alignas(64) float minus[H * D];
  alignas(64) float a[H * D];

  explicit EDGEWISE_INLINE Scorer(const Task& task) : t(task), ratio(task.slope / (1 - task.slope)) {
    for (std::size_t c = 0; c < H * D; ++c) a[c] = (1 - t.slope) * t.a[c];
  }
  EDGEWISE_INLINE void aim(std::size_t i) {
    for (std::size_t c = 0; c < H * D; ++c) minus[c] = -t.target[i * t.target_stride + c];
  }
  EDGEWISE_INLINE void one(const float* source, float* score) const {
    typename S::Row part[H];
    for (std::size_t h = 0; h < H; ++h) {
      part[h] = typename S::Row{};
      for (std::size_t k = 0; k < S::kPerHead; ++k) {
        const std::size_t c = h * D + k * S::kW;
        const auto l = load<S::kW>(source + c);
        part[h] += load<S::kW>(a + c) * (larger<S::kW>(l, load<S::kW>(minus + c)) + l * ratio);
      }
    }
    sum_lanes<S::kW, H>(part, score);
  }
  template <std::size_t Arcs>
  EDGEWISE_INLINE void operator()(EdgeId place, std::size_t arcs, Scores<H, Arcs>& score) const {
    for (std::size_t e = 0; e < arcs; ++e) {
      const EdgeId p = place + e;
      fetch<H * D>(row_ahead<kArcs>(t, t.source, t.source_stride, p), Part::first);
      one(t.source + t.column[p] * t.source_stride, score.at + e * H);
    }
    add_bias<H, Arcs>(t, place, arcs, score);
  }
};

}  // namespace
}  // namespace edgewise::kernels::EDGEWISE_ISA
