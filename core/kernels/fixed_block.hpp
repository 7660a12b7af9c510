#pragma once
/// What the kernels for fixed widths (attention_fixed.hpp) share: the scores of a block of arcs, rows of sums in registers, the running softmax.
/// A block's scores lie in a small buffer, arc by arc and head by head, so that softmax runs over full vectors:
/// lane k belongs to head k % H.
#include "attention_any.hpp"
#include "simd.hpp"

namespace edgewise::kernels::EDGEWISE_ISA {
namespace {

using Task = AttentionTask<float>;

constexpr std::size_t kAhead = 8;  // arcs between a prefetch and its use

/// Arcs in a block whose rows are read twice, once for the scores and once for the sums: they, and the rows of the block
/// after it, should lie in L1.  Each of the two loops fetches a share of what the next block reads, so that memory never rests.
template <std::size_t H, std::size_t D>
constexpr std::size_t kTwice = H* D >= 256   ? 8
                               : H* D >= 128 ? 16
                                             : 32;

template <std::size_t H, std::size_t D>
struct Shape {
  static constexpr std::size_t kWidth = H * D;
  static constexpr std::size_t kW = D < kLanes ? D : kLanes;            // lanes of one vector of features
  static constexpr std::size_t kPerHead = D / kW;                       // vectors of a head
  static constexpr std::size_t kPattern = H > kLanes ? H / kLanes : 1;  // vectors after which the heads repeat
  static constexpr std::size_t kStep = kPattern * kLanes;               // floats of that
  using Row = Floats<kW>;
  using Score = Floats<kLanes>;
};

/// Scores of one block: room for `Arcs` arcs and a vector beyond.
template <std::size_t H, std::size_t Arcs>
struct Scores {
  alignas(64) float at[Arcs * H + (H > kLanes ? H : kLanes)];
};

/// One number a head, repeated over the lanes of a pattern.
template <std::size_t H, std::size_t... I>
EDGEWISE_INLINE Floats<kLanes> repeat_heads(const float* from, std::integer_sequence<std::size_t, I...>) {
  const Floats<H> heads = load<H>(from);
  return __builtin_shufflevector(heads, heads, (I % H)...);
}
template <std::size_t H>
struct PerHead {
  static constexpr std::size_t kPattern = H > kLanes ? H / kLanes : 1;
  Floats<kLanes> v[kPattern];

  static EDGEWISE_INLINE PerHead of(float x) {
    PerHead p;
    for (std::size_t k = 0; k < kPattern; ++k) p.v[k] = all<kLanes>(x);
    return p;
  }
  static EDGEWISE_INLINE PerHead of(const float* from) {
    PerHead p;
    if constexpr (H == 1)
      p.v[0] = all<kLanes>(from[0]);
    else if constexpr (H >= kLanes)
      for (std::size_t k = 0; k < kPattern; ++k) p.v[k] = load<kLanes>(from + k * kLanes);
    else
      p.v[0] = repeat_heads<H>(from, std::make_integer_sequence<std::size_t, kLanes>{});
    return p;
  }
  template <bool Max>
  EDGEWISE_INLINE void join_lanes() {
    if constexpr (H < kLanes) v[0] = fold<kLanes, H, Max>(v[0]);
  }
  EDGEWISE_INLINE void write(float* to) const {
    if constexpr (H < kLanes) {
      alignas(64) float lanes[kLanes];
      store<kLanes>(lanes, v[0]);
      __builtin_memcpy(to, lanes, H * sizeof(float));
    } else {
      for (std::size_t k = 0; k < kPattern; ++k) store<kLanes>(to + k * kLanes, v[k]);
    }
  }
};

EDGEWISE_INLINE std::size_t padded(std::size_t count, std::size_t step) { return (count + step - 1) / step * step; }

/// buffer[count .. next full pattern) = x
template <std::size_t H, std::size_t Arcs>
EDGEWISE_INLINE void pad(Scores<H, Arcs>& buffer, std::size_t count, float x) {
  constexpr std::size_t kStep = H > kLanes ? H : kLanes;
  for (std::size_t k = count; k < padded(count, kStep); ++k) buffer.at[k] = x;
}

template <std::size_t H>
EDGEWISE_INLINE void copy_heads(float* to, const float* from) {
  __builtin_memcpy(to, from, H * sizeof(float));
}

template <std::size_t W>
EDGEWISE_INLINE Bits<W> mix_lanes(Bits<W> x) {
  x ^= x >> 16;
  x *= 0x7feb352dU;
  x ^= x >> 15;
  x *= 0x846ca68bU;
  return x ^ (x >> 16);
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
    const Bits<kLanes> bits = mix_lanes<kLanes>(mix_lanes<kLanes>(load_bits<kLanes>(low + k)) + load_bits<kLanes>(high + k));
    const Floats<kLanes> w = load<kLanes>(weight.at + k);
    store<kLanes>(weight.at + k, bits >= t.threshold ? w * t.keep : Floats<kLanes>{});
  }
}

/// score += bias of the block's arcs
template <std::size_t H, std::size_t Arcs>
EDGEWISE_INLINE void add_bias(const Task& t, EdgeId place, std::size_t arcs, Scores<H, Arcs>& score) {
  if (t.bias == nullptr) return;
  for (std::size_t e = 0; e < arcs; ++e) {
    const float* const bias = t.bias + arc_at(t, place + e) * H;
    for (std::size_t h = 0; h < H; ++h) score.at[e * H + h] += bias[h];
  }
}

/// The row that place + Ahead will read (or the last one).
template <std::size_t Ahead>
EDGEWISE_INLINE const float* row_ahead(const Task& t, const float* table, std::size_t stride, EdgeId place) {
  return table + t.column[place + Ahead < t.places ? place + Ahead : t.places - 1] * stride;
}
/// Fetches half `Part` of a row of Width floats, or all of it.
enum class Part { first, second, all };
/// Into L1 by default, into L2 with Cache = 2: two tables' rows in flight take all of L1's few outstanding misses otherwise.
template <std::size_t Width, int Cache = 1>
EDGEWISE_INLINE void fetch(const float* row, Part part = Part::all) {
  constexpr std::size_t kLine = 64 / sizeof(float), kHalf = (Width / kLine + 1) / 2 * kLine;
#pragma GCC unroll 32
  for (std::size_t c = 0; c < Width; c += kLine)
    if (part == Part::all || (part == Part::first) == (c < kHalf)) __builtin_prefetch(row + c, 0, 4 - Cache);
}

/// A row of H * D sums in registers.
template <std::size_t H, std::size_t D>
struct RowSum {
  using S = Shape<H, D>;
  typename S::Row v[H][S::kPerHead];

  EDGEWISE_INLINE RowSum() {
    for (std::size_t h = 0; h < H; ++h)
      for (std::size_t k = 0; k < S::kPerHead; ++k) v[h][k] = typename S::Row{};
  }
  /// += weight[h] * row
  EDGEWISE_INLINE void add(const float* weight, const float* row) {
    for (std::size_t h = 0; h < H; ++h) {
      const auto w = all<S::kW>(weight[h]);
      for (std::size_t k = 0; k < S::kPerHead; ++k) v[h][k] += w * load<S::kW>(row + h * D + k * S::kW);
    }
  }
  EDGEWISE_INLINE void scale(const float* factor) {
    for (std::size_t h = 0; h < H; ++h)
      for (std::size_t k = 0; k < S::kPerHead; ++k) v[h][k] *= all<S::kW>(factor[h]);
  }
  EDGEWISE_INLINE void write(float* to) const {
    for (std::size_t h = 0; h < H; ++h)
      for (std::size_t k = 0; k < S::kPerHead; ++k) store<S::kW>(to + h * D + k * S::kW, v[h][k]);
  }
};

/// to[h] = <x[h,:], y[h,:]>
template <std::size_t H, std::size_t D>
EDGEWISE_INLINE void dots(const float* x, const float* y, float* to) {
  using S = Shape<H, D>;
  typename S::Row part[H];
  for (std::size_t h = 0; h < H; ++h) {
    part[h] = load<S::kW>(x + h * D) * load<S::kW>(y + h * D);
    for (std::size_t k = 1; k < S::kPerHead; ++k) part[h] += load<S::kW>(x + h * D + k * S::kW) * load<S::kW>(y + h * D + k * S::kW);
  }
  sum_lanes<S::kW, H>(part, to);
}

/// The running softmax of one row.
template <std::size_t H>
struct Softmax {
  PerHead<H> top = PerHead<H>::of(kLowest<float>);
  PerHead<H> total = PerHead<H>::of(0.F);

  /// Scores become exp(score - top); what was summed before has to be multiplied by the result.
  template <std::size_t Arcs>
  EDGEWISE_INLINE PerHead<H> take(Scores<H, Arcs>& score, std::size_t arcs) {
    constexpr std::size_t kPattern = PerHead<H>::kPattern, kStep = kPattern * kLanes;
    pad<H, Arcs>(score, arcs * H, kLowest<float>);
    PerHead<H> high = top;
    for (std::size_t k = 0; k < arcs * H; k += kStep)
      for (std::size_t p = 0; p < kPattern; ++p) high.v[p] = larger<kLanes>(high.v[p], load<kLanes>(score.at + k + p * kLanes));
    high.template join_lanes<true>();
    PerHead<H> rescale, base;
    for (std::size_t p = 0; p < kPattern; ++p) {
      base.v[p] = high.v[p] == kLowest<float> ? Floats<kLanes>{} : high.v[p];  // all masked so far: exp(-inf - 0) = 0, not NaN
      rescale.v[p] = exp_lanes<kLanes>(top.v[p] - base.v[p]);
      total.v[p] *= rescale.v[p];
    }
    for (std::size_t k = 0; k < arcs * H; k += kStep)
      for (std::size_t p = 0; p < kPattern; ++p) {
        const Floats<kLanes> weight = exp_lanes<kLanes>(load<kLanes>(score.at + k + p * kLanes) - base.v[p]);
        total.v[p] += weight;
        store<kLanes>(score.at + k + p * kLanes, weight);
      }
    top = high;
    return rescale;
  }
};

EDGEWISE_INLINE std::size_t block_size(EdgeId block, EdgeId last, std::size_t most) { return last - block < most ? last - block : most; }

/// body(row, first place, last place, where its sums belong); nothing is set to zero.
template <class Body>
EDGEWISE_INLINE void rows_of(const Task& t, const RowSpan& span, float* table, std::size_t width, Body body) {
  if (span.slot != kWhole) return body(span.first, span.begin, span.end, t.slots + span.slot * t.slot_size);
  for (std::size_t row = span.first; row < span.last; ++row) body(row, t.begin[row], t.begin[row + 1], table + row * width);
}

}  // namespace
}  // namespace edgewise::kernels::EDGEWISE_ISA
