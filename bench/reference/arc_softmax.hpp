#pragma once
/// Softmax of each target's arcs, and the gradient of it.  In place, one pass over a row after the other, nothing per arc beside the table.
#include <limits>

#include "arc_steps.hpp"

namespace edgewise::bench {

/// Heads side by side in one vector: lane k belongs to head k mod H.
template <std::size_t H>
inline constexpr std::size_t kScoreLanes = H >= 8 ? 8 : kLanes;

/// Up to W numbers; the lanes behind them hold `rest`.
template <std::size_t W>
inline Lanes<W> load_some(const float* from, std::size_t count, float rest) {
  if (count >= W) return load<W>(from);
  float part[W];
  for (std::size_t k = 0; k < W; ++k) part[k] = k < count ? from[k] : rest;
  return load<W>(part);
}
template <std::size_t W>
inline void store_some(float* to, Lanes<W> x, std::size_t count) {
  if (count >= W) return store(to, x);
  for (std::size_t k = 0; k < count; ++k) to[k] = x[k];
}

/// Lanes of one head meet: afterwards every lane holds what `meet` makes of all lanes of its head.
template <std::size_t W, std::size_t Step, std::size_t... I>
inline Lanes<W> rotate(Lanes<W> x, std::index_sequence<I...>) {
  return __builtin_shufflevector(x, x, ((I + Step) % W)...);
}
template <std::size_t H, std::size_t W, std::size_t Step = W / 2, class Meet>
inline Lanes<W> meet_heads(Lanes<W> x, Meet meet) {
  if constexpr (Step < H) {
    return x;
  } else {
    return meet_heads<H, W, Step / 2>(meet(x, rotate<W, Step>(x, std::make_index_sequence<W>())), meet);
  }
}

/// s[e,h] becomes exp(s[e,h]) / sum of the same over the arcs of e's target.
template <std::size_t H>
void softmax_arcs(const Graph& graph, float* s) {
  constexpr std::size_t W = kScoreLanes<H>;
  constexpr float kLowest = std::numeric_limits<float>::lowest();
  for_rows(graph.in_edges(), [=](NodeId, EdgeId first, EdgeId last) {
    float* const row = s + first * H;
    const std::size_t count = (last - first) * H;
    Lanes<W> top = all<W>(kLowest), total{};
    for (std::size_t k = 0; k < count; k += W) top = larger(top, load_some<W>(row + k, count - k, kLowest));
    top = meet_heads<H, W>(top, [](auto a, auto b) { return larger(a, b); });
    for (std::size_t k = 0; k < count; k += W) {
      const Lanes<W> weight = exp_lanes<W>(load_some<W>(row + k, count - k, kLowest) - top);
      total += weight;
      store_some<W>(row + k, weight, count - k);
    }
    total = meet_heads<H, W>(total, [](auto a, auto b) { return a + b; });
    const Lanes<W> share = 1.F / total;
    for (std::size_t k = 0; k < count; k += W) store_some<W>(row + k, load_some<W>(row + k, count - k, 0) * share, count - k);
  });
}

/// Backward.  forward: w = softmax(s).  d holds the gradient of w and becomes that of s:  ds = w * (dw - sum of w * dw within the row)
template <std::size_t H>
void softmax_arcs_backward(const Graph& graph, const float* weight, float* d) {
  constexpr std::size_t W = kScoreLanes<H>;
  for_rows(graph.in_edges(), [=](NodeId, EdgeId first, EdgeId last) {
    const float* const w = weight + first * H;
    float* const row = d + first * H;
    const std::size_t count = (last - first) * H;
    Lanes<W> sum{};
    for (std::size_t k = 0; k < count; k += W) sum += load_some<W>(w + k, count - k, 0) * load_some<W>(row + k, count - k, 0);
    sum = meet_heads<H, W>(sum, [](auto a, auto b) { return a + b; });
    for (std::size_t k = 0; k < count; k += W)
      store_some<W>(row + k, load_some<W>(w + k, count - k, 0) * (load_some<W>(row + k, count - k, 0) - sum), count - k);
  });
}

}  // namespace edgewise::bench
