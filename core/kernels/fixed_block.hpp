#pragma once
/// What the kernels for fixed widths (attention_fixed.hpp) do with the scores of a block: bias and dropout.
#include "any_score.hpp"
#include "fixed_heads.hpp"
#include "fixed_rows.hpp"
#include "mix.hpp"

namespace edgewise::kernels::EDGEWISE_ISA {
namespace {

/// score += bias of the block's arcs
template <std::size_t H, std::size_t Arcs>
EDGEWISE_INLINE void add_bias(const Task& t, EdgeId place, std::size_t arcs, Scores<H, Arcs>& score) {
  if (t.bias == nullptr) return;
  for (std::size_t e = 0; e < arcs; ++e) {
    const float* const bias = t.bias + arc_at(t, place + e) * H;
    for (std::size_t h = 0; h < H; ++h) score.at[e * H + h] += bias[h];
  }
}

/// Fetches the place of d_score that the arc of `place` will write.
template <std::size_t H>
EDGEWISE_INLINE void fetch_score(const Task& t, EdgeId place) {
  if (t.d_score != nullptr && place < t.places) __builtin_prefetch(t.d_score + arc_at(t, place) * H, 1, 3);
}

/// Dropout on a block of weights: zero, or scaled up, by the hash of (key, arc * H + head) as kept_share() draws it.
template <std::size_t H, std::size_t Arcs>
inline void drop(const Task& t, EdgeId place, std::size_t arcs, Scores<H, Arcs>& weight) {
  alignas(64) std::uint32_t low[Arcs * H + kLanes], high[Arcs * H + kLanes];
  for (std::size_t e = 0; e < arcs; ++e) {
    const std::uint64_t first = arc_at(t, place + e) * H;
    const std::uint32_t key_high = static_cast<std::uint32_t>(t.key >> 32) + static_cast<std::uint32_t>(first >> 32) * 0x9e3779b9U;
    for (std::size_t h = 0; h < H; ++h) {
      low[e * H + h] = (static_cast<std::uint32_t>(first) + static_cast<std::uint32_t>(h)) ^ static_cast<std::uint32_t>(t.key);
      high[e * H + h] = key_high;
    }
  }
  for (std::size_t k = arcs * H; k < padded(arcs * H, kLanes); ++k) low[k] = high[k] = 0;
  for (std::size_t k = 0; k < arcs * H; k += kLanes) {
    const Bits<kLanes> bits = mix<Bits<kLanes>>(mix<Bits<kLanes>>(load_bits<kLanes>(low + k)) + load_bits<kLanes>(high + k));
    const Floats<kLanes> w = load<kLanes>(weight.at + k);
    store<kLanes>(weight.at + k, bits >= t.threshold ? w * t.keep : Floats<kLanes>{});
  }
}

}  // namespace
}  // namespace edgewise::kernels::EDGEWISE_ISA
