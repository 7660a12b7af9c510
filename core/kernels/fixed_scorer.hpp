#pragma once
/// The scores of a block of arcs, for each kind of score.
#include "fixed_block.hpp"

namespace edgewise::kernels::EDGEWISE_ISA {
namespace {

/// piece(): the scores of arcs into one target i, apart from what finish() does for all arcs of a block.
template <Score S, std::size_t H, std::size_t D, class Stored>
struct Scorer;

template <std::size_t H, std::size_t D, class Stored>
struct Scorer<Score::additive, H, D, Stored> {
  static constexpr std::size_t kArcs = kScoreBlock;
  const Task& t;

  explicit EDGEWISE_INLINE Scorer(const Task& task) : t(task) {}
  EDGEWISE_INLINE void piece(std::size_t i, EdgeId place, std::size_t arcs, float* score) {
    const HeadRow<H> target(t.target + i * t.target_stride);
    for (std::size_t e = 0; e < arcs; ++e) {
      HeadRow<H> z(t.source + t.column[place + e] * t.source_stride);
      z += target;
      z.write(score + e * H);
    }
  }
  EDGEWISE_INLINE void finish(EdgeId place, std::size_t arcs, Scores<H, kArcs>& score) const {
    add_bias<H, kArcs>(t, place, arcs, score);
    for (std::size_t k = 0; k < arcs * H; k += kLanes) {
      const Floats<kLanes> z = load<kLanes>(score.at + k);
      store<kLanes>(score.at + k, z > 0.F ? z : z * t.slope);
    }
  }
};

template <std::size_t H, std::size_t D, class Stored>
struct Scorer<Score::dot, H, D, Stored> {
  static constexpr std::size_t kArcs = kScoreBlock;
  using S = Shape<H, D>;
  const Task& t;
  const Tables<Stored, H * D> gathered;
  alignas(64) float query[H * D];

  explicit EDGEWISE_INLINE Scorer(const Task& task) : t(task), gathered(task) {}
  EDGEWISE_INLINE void piece(std::size_t i, EdgeId place, std::size_t arcs, float* score) {
    const float* const target = t.target + i * t.target_stride;
    for (std::size_t c = 0; c < H * D; c += S::kW) store<S::kW>(query + c, t.scale * as_stored<Stored, S::kW>(load<S::kW>(target + c)));
    for (std::size_t e = 0; e < arcs; ++e) {
      fetch<H * D, 2>(gathered.source.template ahead<kAhead>(t, place + e));
      dots<H, D>(query, gathered.source.row(t.column[place + e]), score + e * H);
    }
  }
  EDGEWISE_INLINE void finish(EdgeId place, std::size_t arcs, Scores<H, kArcs>& score) const { add_bias<H, kArcs>(t, place, arcs, score); }
};

/// leaky(l + r) = slope * (l + r) + (1 - slope) * max(l + r, 0) and max(l + r, 0) = max(l, -r) + r, hence
///   <a, leaky(l + r)> = (1 - slope) * <a, max(l, -r) + c * l> + <a, r>,   c = slope / (1 - slope):
/// two operations a feature less, and <a, r> is the same for all arcs of a target, so that softmax does not see it.
template <std::size_t H, std::size_t D, class Stored>
struct Scorer<Score::dynamic, H, D, Stored> {
  static constexpr std::size_t kArcs = kTwice<H, D>;
  using S = Shape<H, D>;
  const Task& t;
  const Tables<Stored, H * D> gathered;
  float ratio;
  std::size_t aimed = ~std::size_t{0};  // the target whose row `minus` holds
  alignas(64) float minus[H * D];
  alignas(64) float a[H * D];

  explicit EDGEWISE_INLINE Scorer(const Task& task) : t(task), gathered(task), ratio(task.slope / (1 - task.slope)) {
    for (std::size_t c = 0; c < H * D; ++c) a[c] = (1 - t.slope) * t.a[c];
  }
  EDGEWISE_INLINE void aim(std::size_t i) {
    aimed = i;
    const float* const target = t.target + i * t.target_stride;
    for (std::size_t c = 0; c < H * D; c += S::kW) store<S::kW>(minus + c, -as_stored<Stored, S::kW>(load<S::kW>(target + c)));
  }
  EDGEWISE_INLINE void one(const Stored* source, float* score) const {
    typename S::Row part[H];
    for (std::size_t h = 0; h < H; ++h) {
      part[h] = typename S::Row{};
      for (std::size_t k = 0; k < S::kPerHead; ++k) {
        const std::size_t c = h * D + k * S::kW;
        const auto l = load_at<S::kW>(source, c);
        part[h] += load<S::kW>(a + c) * (larger<S::kW>(l, load<S::kW>(minus + c)) + l * ratio);
      }
    }
    sum_lanes<S::kW, H>(part, score);
  }
  EDGEWISE_INLINE void piece(std::size_t i, EdgeId place, std::size_t arcs, float* score) {
    if (i != aimed) aim(i);
    for (std::size_t e = 0; e < arcs; ++e) {
      fetch<H * D>(gathered.source.template ahead<kArcs>(t, place + e), Part::first);
      one(gathered.source.row(t.column[place + e]), score + e * H);
    }
  }
  EDGEWISE_INLINE void finish(EdgeId place, std::size_t arcs, Scores<H, kArcs>& score) const { add_bias<H, kArcs>(t, place, arcs, score); }
};

}  // namespace
}  // namespace edgewise::kernels::EDGEWISE_ISA
