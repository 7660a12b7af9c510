#pragma once
/// Attention kernels for the common widths, H heads of D features known to the compiler: sums stay in registers.
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

/// The scores of a block of arcs into one target, and what they need of the target's row.
template <Score S, std::size_t H, std::size_t D>
struct Scorer;

template <std::size_t H, std::size_t D>
struct Scorer<Score::additive, H, D> {
  static constexpr std::size_t kArcs = kScoreBlock;
  const Task& t;
  PerHead<H> target;

  EDGEWISE_INLINE Scorer(const Task& task, std::size_t i) : t(task), target(PerHead<H>::of(task.target + i * task.target_stride)) {}
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

  EDGEWISE_INLINE Scorer(const Task& task, std::size_t i) : t(task) {
    for (std::size_t c = 0; c < H * D; ++c) query[c] = task.scale * task.target[i * task.target_stride + c];
  }
  template <std::size_t Arcs>
  EDGEWISE_INLINE void operator()(EdgeId place, std::size_t arcs, Scores<H, Arcs>& score) const {
    for (std::size_t e = 0; e < arcs; ++e) {
      const EdgeId p = place + e;
      fetch<H * D>(row_ahead<kAhead>(t, t.source, t.source_stride, p));
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

  EDGEWISE_INLINE Scorer(const Task& task, std::size_t i) : t(task), ratio(task.slope / (1 - task.slope)) {
    for (std::size_t c = 0; c < H * D; ++c) {
      minus[c] = -task.target[i * task.target_stride + c];
      a[c] = (1 - task.slope) * task.a[c];
    }
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

EDGEWISE_INLINE std::size_t block_size(EdgeId block, EdgeId last, std::size_t most) { return last - block < most ? last - block : most; }

/// body(row, first place, last place, where its sums belong); nothing is set to zero.
template <class Body>
EDGEWISE_INLINE void rows_of(const Task& t, const RowSpan& span, float* table, std::size_t width, Body body) {
  if (span.slot != kWhole) return body(span.first, span.begin, span.end, t.slots + span.slot * t.slot_size);
  for (std::size_t row = span.first; row < span.last; ++row) body(row, t.begin[row], t.begin[row + 1], table + row * width);
}

template <Score S, std::size_t H, std::size_t D>
void fixed_forward(const Task& t, const RowSpan& span, float*, float*) {
  constexpr std::size_t kArcs = Scorer<S, H, D>::kArcs;
  Scores<H, kArcs> weight;
  alignas(64) float factor[H];
  rows_of(
      t, span, t.out, H * D, [&](std::size_t i, EdgeId first, EdgeId last, float* out) __attribute__((always_inline)) {
        const Scorer<S, H, D> scores(t, i);
        RowSum<H, D> sum;
        Softmax<H> softmax;
        for (EdgeId block = first; block < last; block += kArcs) {
          const std::size_t arcs = block_size(block, last, kArcs);
          scores(block, arcs, weight);
          const PerHead<H> rescale = softmax.take(weight, arcs);
          if (block != first) {
            rescale.write(factor);
            sum.scale(factor);
          }
          if (t.threshold != 0) drop<H, kArcs>(t, block, arcs, weight);
          for (std::size_t e = 0; e < arcs; ++e) {
            const EdgeId p = block + e;
            if constexpr (S == Score::dynamic)
              fetch<H * D>(row_ahead<kArcs>(t, t.value, t.value_stride, p), Part::second);
            else
              fetch<H * D>(row_ahead<kAhead>(t, t.value, t.value_stride, p));
            if constexpr (S == Score::additive) __builtin_prefetch(row_ahead<kArcs>(t, t.source, t.source_stride, p), 0, 3);
            sum.add(weight.at + e * H, t.value + t.column[p] * t.value_stride);
          }
        }
        softmax.total.template join_lanes<false>();
        if (span.slot != kWhole) {  // merged with the other parts of the row later
          sum.write(out);
          softmax.top.write(out + H * D);
          softmax.total.write(out + H * D + H);
          return;
        }
        for (std::size_t p = 0; p < PerHead<H>::kPattern; ++p) {
          const auto empty = softmax.total.v[p] == 0.F;
          softmax.top.v[p] = empty ? Floats<kLanes>{} : softmax.top.v[p];
          softmax.total.v[p] = empty ? Floats<kLanes>{} : 1.F / softmax.total.v[p];
        }
        softmax.top.write(t.norm + i * 2 * H);
        softmax.total.write(factor);
        copy_heads<H>(t.norm + i * 2 * H + H, factor);
        sum.scale(factor);
        sum.write(out);
      });
}

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

/// Rows are sources j:  dv[j] += share * dy[i];  dfrom[j] += dz, left in d_score for the sum over the targets' rows.
template <std::size_t H, std::size_t D>
void fixed_additive_sources(const Task& t, const RowSpan& span, float*, float*) {
  constexpr std::size_t kArcs = kScoreBlock;
  constexpr std::size_t kPattern = PerHead<H>::kPattern;
  BackwardBlock<H, kArcs> b;
  Scores<H, kArcs> slope;
  rows_of(
      t, span, t.d_value, H * D, [&](std::size_t j, EdgeId first, EdgeId last, float* d_value) __attribute__((always_inline)) {
        float* const d_source = span.slot == kWhole ? t.d_source + j * H : d_value + H * D;
        const PerHead<H> source = PerHead<H>::of(t.source + j * t.source_stride);
        const float* const value = t.value + j * t.value_stride;
        RowSum<H, D> sum;
        PerHead<H> d_from = PerHead<H>::of(0.F);
        for (EdgeId block = first; block < last; block += kArcs) {
          const std::size_t arcs = block_size(block, last, kArcs);
          b.gather(t, block, arcs);
          for (std::size_t e = 0; e < arcs; ++e) copy_heads<H>(b.score.at + e * H, t.stat + t.column[block + e] * (kStatRows * H) + 3 * H);
          add_bias<H, kArcs>(t, block, arcs, b.score);
          for (std::size_t k = 0; k < arcs * H; k += kPattern * kLanes)
            for (std::size_t p = 0; p < kPattern; ++p) {
              float* const at = b.score.at + k + p * kLanes;
              const Floats<kLanes> z = load<kLanes>(at) + source.v[p];
              store<kLanes>(at, z > 0.F ? z : z * t.slope);
              store<kLanes>(slope.at + k + p * kLanes, z > 0.F ? all<kLanes>(1.F) : all<kLanes>(t.slope));
            }
          b.weigh(arcs);
          b.apply_dropout(t, block, arcs);
          for (std::size_t e = 0; e < arcs; ++e) {
            const EdgeId p = block + e;
            fetch<H * D>(row_ahead<kAhead>(t, t.grad, H * D, p));
            fetch<kStatRows * H>(row_ahead<kArcs>(t, t.stat, kStatRows * H, p));
            __builtin_prefetch(t.d_score + arc_at(t, p) * H, 1, 3);
            const float* const grad = t.grad + t.column[p] * (H * D);
            sum.add(b.share.at + e * H, grad);
            dots<H, D>(grad, value, b.d_weight.at + e * H);
          }
          b.differentiate(arcs, 1);
          for (std::size_t k = 0; k < arcs * H; k += kPattern * kLanes)
            for (std::size_t p = 0; p < kPattern; ++p) {
              const std::size_t at = k + p * kLanes;
              const Floats<kLanes> dz = load<kLanes>(b.d_score.at + at) * load<kLanes>(slope.at + at);
              d_from.v[p] += dz;
              store<kLanes>(b.d_score.at + at, dz);
            }
          for (std::size_t e = 0; e < arcs; ++e) copy_heads<H>(t.d_score + arc_at(t, block + e) * H, b.d_score.at + e * H);
        }
        sum.write(d_value);
        d_from.template join_lanes<false>();
        d_from.write(d_source);
      });
}

/// Rows are targets i:  dq[i] += scale * ds * k[j]
template <std::size_t H, std::size_t D>
void fixed_dot_targets(const Task& t, const RowSpan& span, float*, float*) {
  constexpr std::size_t kArcs = kTwice<H, D>;
  BackwardBlock<H, kArcs> b;
  rows_of(
      t, span, t.d_target, H * D, [&](std::size_t i, EdgeId first, EdgeId last, float* d_target) __attribute__((always_inline)) {
        const Scorer<Score::dot, H, D> scores(t, i);
        const float* const grad = t.grad + i * (H * D);
        RowSum<H, D> sum;
        const float* const stat = t.stat + i * (kStatRows * H);
        const PerHead<H> top = PerHead<H>::of(stat), total = PerHead<H>::of(stat + H), delta = PerHead<H>::of(stat + 2 * H);
        for (EdgeId block = first; block < last; block += kArcs) {
          const std::size_t arcs = block_size(block, last, kArcs);
          for (std::size_t e = 0; e < arcs; ++e) {
            const EdgeId p = block + e;
            fetch<H * D, 2>(row_ahead<kArcs>(t, t.source, t.source_stride, p));
            dots<H, D>(scores.query, t.source + t.column[p] * t.source_stride, b.score.at + e * H);
            dots<H, D>(grad, t.value + t.column[p] * t.value_stride, b.d_weight.at + e * H);
          }
          add_bias<H, kArcs>(t, block, arcs, b.score);
          b.weigh(arcs, top, total);
          b.apply_dropout(t, block, arcs);
          b.differentiate(arcs, delta);
          if (t.d_score != nullptr) __builtin_memcpy(t.d_score + block * H, b.d_score.at, arcs * H * sizeof(float));
          for (std::size_t e = 0; e < arcs; ++e) {
            fetch<H * D, 2>(row_ahead<kArcs>(t, t.value, t.value_stride, block + e));
            sum.add(b.d_score.at + e * H, t.source + t.column[block + e] * t.source_stride);
          }
        }
        alignas(64) float scale[H];
        for (std::size_t h = 0; h < H; ++h) scale[h] = t.scale;
        sum.scale(scale);
        sum.write(d_target);
      });
}

/// Rows are sources j:  dv[j] += share * dy[i];  dk[j] += scale * ds * q[i]
template <std::size_t H, std::size_t D>
void fixed_dot_sources(const Task& t, const RowSpan& span, float*, float*) {
  constexpr std::size_t kArcs = kTwice<H, D>;
  BackwardBlock<H, kArcs> b;
  rows_of(
      t, span, t.d_value, H * D, [&](std::size_t j, EdgeId first, EdgeId last, float* d_value) __attribute__((always_inline)) {
        float* const d_source = span.slot == kWhole ? t.d_source + j * (H * D) : d_value + H * D;
        alignas(64) float key[H * D];
        for (std::size_t c = 0; c < H * D; ++c) key[c] = t.scale * t.source[j * t.source_stride + c];
        const float* const value = t.value + j * t.value_stride;
        RowSum<H, D> d_v, d_k;
        for (EdgeId block = first; block < last; block += kArcs) {
          const std::size_t arcs = block_size(block, last, kArcs);
          for (std::size_t e = 0; e < arcs; ++e) {
            const EdgeId p = block + e;
            fetch<H * D, 2>(row_ahead<kArcs>(t, t.target, t.target_stride, p));
            fetch<kStatRows * H>(row_ahead<kArcs>(t, t.stat, kStatRows * H, p));
            dots<H, D>(key, t.target + t.column[p] * t.target_stride, b.score.at + e * H);
            dots<H, D>(value, t.grad + t.column[p] * (H * D), b.d_weight.at + e * H);
          }
          b.gather(t, block, arcs);
          add_bias<H, kArcs>(t, block, arcs, b.score);
          b.weigh(arcs);
          b.apply_dropout(t, block, arcs);
          b.differentiate(arcs, t.scale);
          for (std::size_t e = 0; e < arcs; ++e) {
            fetch<H * D, 2>(row_ahead<kArcs>(t, t.grad, H * D, block + e), Part::first);
            d_v.add(b.share.at + e * H, t.grad + t.column[block + e] * (H * D));
          }
          for (std::size_t e = 0; e < arcs; ++e) {
            fetch<H * D, 2>(row_ahead<kArcs>(t, t.grad, H * D, block + e), Part::second);
            d_k.add(b.d_score.at + e * H, t.target + t.column[block + e] * t.target_stride);
          }
        }
        d_v.write(d_value);
        d_k.write(d_source);
      });
}

/// sum[c] += ds[head of c] where row[c] > limit[c], over a block of arcs; one head at a time, so that few registers are live.
/// Fetches the second halves of the rows `next` on the way.
template <std::size_t H, std::size_t D>
EDGEWISE_INLINE void count_above(RowSum<H, D>& sum, const float* const* rows, const float* const* next, std::size_t arcs, const float* limit,
                                 const float* d_score) {
  using S = Shape<H, D>;
  for (std::size_t h = 0; h < H; ++h)
    for (std::size_t k = 0; k < S::kPerHead; ++k) {
      const std::size_t c = h * D + k * S::kW;
      auto v = sum.v[h][k];
      const auto bound = load<S::kW>(limit + c);
      for (std::size_t e = 0; e < arcs; ++e) {
        if (c % 32 == 0) __builtin_prefetch(next[e] + H * D / 2 + c / 2, 0, 2);
        v = add_where_above<S::kW>(v, all<S::kW>(d_score[e * H + h]), load<S::kW>(rows[e] + c), bound);
      }
      sum.v[h][k] = v;
    }
}

/// Rows are targets i.  With z = l[j] + r[i]:  dr[i] = a * sum ds * leaky'(z) = a * (1 - slope) * sum ds [z > 0], since the ds of a
/// row add up to zero.  And as leaky(z) = z * leaky'(z), da = sum ds * leaky(z) splits into a part with r, summed here row
/// by row, and a part with l, summed by the sources: no work per arc.
template <std::size_t H, std::size_t D>
void fixed_dynamic_targets(const Task& t, const RowSpan& span, float*, float* sums) {
  constexpr std::size_t kArcs = kTwice<H, D>;
  using S = Shape<H, D>;
  BackwardBlock<H, kArcs> b;
  const float *rows[kArcs], *next[kArcs];
  rows_of(
      t, span, t.d_target, H * D, [&](std::size_t i, EdgeId first, EdgeId last, float* d_target) __attribute__((always_inline)) {
        const Scorer<Score::dynamic, H, D> scores(t, i);
        const float* const grad = t.grad + i * (H * D);
        const float* const target = t.target + i * t.target_stride;
        RowSum<H, D> above;
        const float* const stat = t.stat + i * (kStatRows * H);
        const PerHead<H> top = PerHead<H>::of(stat), total = PerHead<H>::of(stat + H), delta = PerHead<H>::of(stat + 2 * H);
        for (EdgeId block = first; block < last; block += kArcs) {
          const std::size_t arcs = block_size(block, last, kArcs);
          for (std::size_t e = 0; e < arcs; ++e) {
            const EdgeId p = block + e;
            next[e] = row_ahead<kArcs>(t, t.source, t.source_stride, p);
            fetch<H * D, 2>(next[e], Part::first);
            rows[e] = t.source + t.column[p] * t.source_stride;
            scores.one(rows[e], b.score.at + e * H);
            dots<H, D>(grad, rows[e], b.d_weight.at + e * H);
          }
          add_bias<H, kArcs>(t, block, arcs, b.score);
          b.weigh(arcs, top, total);
          b.apply_dropout(t, block, arcs);
          b.differentiate(arcs, delta);
          if (t.d_score != nullptr) __builtin_memcpy(t.d_score + block * H, b.d_score.at, arcs * H * sizeof(float));
          count_above<H, D>(above, rows, next, arcs, scores.minus, b.d_score.at);
        }
        for (std::size_t h = 0; h < H; ++h)
          for (std::size_t k = 0; k < S::kPerHead; ++k) {
            const std::size_t c = h * D + k * S::kW;
            const auto part = above.v[h][k] * (1 - t.slope);
            store<S::kW>(d_target + c, part * load<S::kW>(t.a + c));
            store<S::kW>(sums + c, load<S::kW>(sums + c) + part * load<S::kW>(target + c));
          }
      });
}

/// Rows are sources j:  dl[j] = sum share * dy[i] + a * sum ds * leaky'(z);  z > 0 where r[i] > -l[j].
template <std::size_t H, std::size_t D>
void fixed_dynamic_sources(const Task& t, const RowSpan& span, float*, float* sums) {
  constexpr std::size_t kArcs = kTwice<H, D>;
  constexpr std::size_t kPattern = PerHead<H>::kPattern;
  using S = Shape<H, D>;
  BackwardBlock<H, kArcs> b;
  const float *rows[kArcs], *next[kArcs];
  rows_of(
      t, span, t.d_value, H * D, [&](std::size_t j, EdgeId first, EdgeId last, float* d_value) __attribute__((always_inline)) {
        const float* const source = t.source + j * t.source_stride;
        alignas(64) float minus[H * D], a[H * D], own[H];
        for (std::size_t c = 0; c < H * D; ++c) {
          minus[c] = -source[c];
          a[c] = (t.slope - 1) * t.a[c];  // max(l, -r) = -min(-l, r)
        }
        dots<H, D>(t.a, source, own);
        for (std::size_t h = 0; h < H; ++h) own[h] *= t.slope;
        const PerHead<H> constant = PerHead<H>::of(own);
        RowSum<H, D> d_v, above;
        PerHead<H> sum = PerHead<H>::of(0.F);
        for (EdgeId block = first; block < last; block += kArcs) {
          const std::size_t arcs = block_size(block, last, kArcs);
          for (std::size_t e = 0; e < arcs; ++e) {
            const EdgeId p = block + e;
            fetch<H * D, 2>(row_ahead<kArcs>(t, t.target, t.target_stride, p));
            fetch<kStatRows * H>(row_ahead<kArcs>(t, t.stat, kStatRows * H, p));
            rows[e] = t.target + t.column[p] * t.target_stride;
            typename S::Row part[H];
            for (std::size_t h = 0; h < H; ++h) {
              part[h] = typename S::Row{};
              for (std::size_t k = 0; k < S::kPerHead; ++k) {
                const std::size_t c = h * D + k * S::kW;
                part[h] += load<S::kW>(a + c) * smaller<S::kW>(load<S::kW>(minus + c), load<S::kW>(rows[e] + c));
              }
            }
            sum_lanes<S::kW, H>(part, b.score.at + e * H);
            dots<H, D>(source, t.grad + t.column[p] * (H * D), b.d_weight.at + e * H);
          }
          b.gather(t, block, arcs);
          add_bias<H, kArcs>(t, block, arcs, b.score);
          for (std::size_t k = 0; k < arcs * H; k += kPattern * kLanes)
            for (std::size_t p = 0; p < kPattern; ++p)
              store<kLanes>(b.score.at + k + p * kLanes, load<kLanes>(b.score.at + k + p * kLanes) + constant.v[p]);
          b.weigh(arcs);
          b.apply_dropout(t, block, arcs);
          b.differentiate(arcs, 1);
          for (std::size_t k = 0; k < arcs * H; k += kPattern * kLanes)
            for (std::size_t p = 0; p < kPattern; ++p) sum.v[p] += load<kLanes>(b.d_score.at + k + p * kLanes);
          for (std::size_t e = 0; e < arcs; ++e) {
            next[e] = row_ahead<kArcs>(t, t.grad, H * D, block + e);
            fetch<H * D, 2>(next[e], Part::first);
            d_v.add(b.share.at + e * H, t.grad + t.column[block + e] * (H * D));
          }
          count_above<H, D>(above, rows, next, arcs, minus, b.d_score.at);
        }
        sum.template join_lanes<false>();
        sum.write(own);
        for (std::size_t h = 0; h < H; ++h)
          for (std::size_t k = 0; k < S::kPerHead; ++k) {
            const std::size_t c = h * D + k * S::kW;
            const auto part = above.v[h][k] * (1 - t.slope) + all<S::kW>(t.slope * own[h]);
            store<S::kW>(d_value + c, d_v.v[h][k] + part * load<S::kW>(t.a + c));
            store<S::kW>(sums + c, load<S::kW>(sums + c) + part * load<S::kW>(source + c));
          }
      });
}

template <Score S, std::size_t H, std::size_t D>
void fixed_statistics(const Task& t, std::size_t first, std::size_t last, float* stat) {
  for (std::size_t i = first; i < last; ++i) {
    float* const row = stat + i * (kStatRows * H);
    __builtin_memcpy(row, t.result_norm + i * 2 * H, 2 * H * sizeof(float));
    dots<H, D>(t.grad + i * (H * D), t.result + i * (H * D), row + 2 * H);
    if constexpr (S == Score::additive) copy_heads<H>(row + 3 * H, t.target + i * t.target_stride);
  }
}

template <std::size_t H, std::size_t D>
AttentionKernels<float> fixed_kernels(Score score) {
  if (score == Score::additive)
    return {fixed_forward<Score::additive, H, D>, nullptr, fixed_additive_sources<H, D>, nullptr, fixed_statistics<Score::additive, H, D>};
  if (score == Score::dot)
    return {fixed_forward<Score::dot, H, D>, fixed_dot_targets<H, D>, fixed_dot_sources<H, D>, nullptr, fixed_statistics<Score::dot, H, D>};
  return {fixed_forward<Score::dynamic, H, D>, fixed_dynamic_targets<H, D>, fixed_dynamic_sources<H, D>, nullptr,
          fixed_statistics<Score::dynamic, H, D>};
}

}  // namespace
}  // namespace edgewise::kernels::EDGEWISE_ISA
