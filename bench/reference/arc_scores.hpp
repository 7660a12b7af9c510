#pragma once
/// The scores of GAT and GATv2 arc by arc, and their gradients.
#include "arc_steps.hpp"

namespace edgewise::bench {

/// Without a branch, which would be guessed wrong every other time; slope <= 1.
inline float leaky(float x, float slope) { return x < slope * x ? slope * x : x; }

/// All heads of an arc, or as many of them as fit, in one vector.
template <std::size_t H>
inline constexpr std::size_t kArcLanes = H < kLanes ? H : kLanes;

/// s[e,h] = leaky(to[i,h] + from[j,h]) over the arcs j -> i
template <std::size_t H>
void additive_scores(const Graph& graph, const float* from, const float* to, float slope, float* s) {
  constexpr std::size_t W = kArcLanes<H>;
  const NodeId* const column = graph.in_edges().column().data();
  for_rows(graph.in_edges(), [=](NodeId i, EdgeId first, EdgeId last) {
    for (EdgeId e = first; e < last; ++e)
      for (std::size_t h = 0; h < H; h += W) {
        const Lanes<W> sum = load<W>(to + i * H + h) + load<W>(from + column[e] * H + h);
        store(s + e * H + h, larger(sum, sum * slope));
      }
  });
}

/// Backward of the same: d holds the gradient of s and becomes that of the sum under the leaky.
template <std::size_t H>
void additive_scores_backward(const Graph& graph, const float* from, const float* to, float slope, float* d) {
  constexpr std::size_t W = kArcLanes<H>;
  const NodeId* const column = graph.in_edges().column().data();
  for_rows(graph.in_edges(), [=](NodeId i, EdgeId first, EdgeId last) {
    for (EdgeId e = first; e < last; ++e)
      for (std::size_t h = 0; h < H; h += W) {
        const Lanes<W> sum = load<W>(to + i * H + h) + load<W>(from + column[e] * H + h);
        store(d + e * H + h, load<W>(d + e * H + h) * (sum > 0.F ? all<W>(1) : all<W>(slope)));
      }
  });
}

/// hidden[e,h,:] = a[h,:] * leaky(z[e,h,:]) and s[e,h] = its sum; hidden may be z's table
template <std::size_t H, std::size_t D>
void dynamic_scores(std::size_t arcs, const float* z, const float* a, float slope, float* hidden, float* s) {
  constexpr std::size_t W = kHeadLanes<D>;
  parallel_ranges(arcs, kArcGrain, [=](std::size_t first, std::size_t last) {
    for (std::size_t e = first; e < last; ++e) {
      Lanes<W> sum[H] = {};
      for (std::size_t h = 0; h < H; ++h)
        for (std::size_t d = h * D; d < (h + 1) * D; d += W) {
          const Lanes<W> x = load<W>(z + e * H * D + d), part = load<W>(a + d) * larger(x, x * slope);
          store(hidden + e * H * D + d, part);
          sum[h] += part;
        }
      sum_lanes<W, H>(sum, s + e * H);
    }
  });
}

/// Backward of the same:  writes dz, returns da (1 x H*D), blocks added in order.
template <std::size_t H, std::size_t D>
Tensor dynamic_scores_backward(std::size_t arcs, const float* z, const float* a, float slope, const float* ds, float* dz) {
  constexpr std::size_t W = kHeadLanes<D>, kWidth = H * D;
  const std::size_t blocks = (arcs + kArcGrain - 1) / kArcGrain;
  Tensor part(blocks, kWidth), da(1, kWidth);
  parallel_ranges(arcs, kArcGrain, [&](std::size_t first, std::size_t last) {
    float* const sum = part.row(first / kArcGrain).data();
    for (std::size_t e = first; e < last; ++e)
      for (std::size_t h = 0; h < H; ++h)
        for (std::size_t d = h * D; d < (h + 1) * D; d += W) {
          const Lanes<W> x = load<W>(z + e * kWidth + d), gradient = all<W>(ds[e * H + h]);
          const Lanes<W> bend = x > 0.F ? all<W>(1) : all<W>(slope);
          store(sum + d, load<W>(sum + d) + gradient * bend * x);  // forward: s += a * leaky(z), leaky(z) = bend * z
          store(dz + e * kWidth + d, gradient * bend * load<W>(a + d));
        }
  });
  for (std::size_t k = 0; k < blocks; ++k)
    for (std::size_t c = 0; c < kWidth; ++c) da(0, c) += part(k, c);
  return da;
}

}  // namespace edgewise::bench
