#pragma once
/// Attention kernels for any number of heads and any width: plain loops, the reference of the family.
#include "attention_task.hpp"
#include "isa_name.hpp"

namespace edgewise::kernels::EDGEWISE_ISA {
namespace {

template <class Real>
inline Real leaky(Real x, Real slope) {
  return x > 0 ? x : slope * x;
}
inline float exp_of(float x) { return __builtin_expf(x); }
inline double exp_of(double x) { return __builtin_exp(x); }
template <class Real>
inline constexpr Real kLowest = -__builtin_huge_val();

/// The kept share of a weight: 0 or 1 / (1 - dropout).  The same hash as core/random_key.hpp, which must not be shared (see isa_name.hpp).
inline std::uint32_t mix32(std::uint32_t x) {
  x ^= x >> 16;
  x *= 0x7feb352dU;
  x ^= x >> 15;
  x *= 0x846ca68bU;
  return x ^ (x >> 16);
}
template <class Real>
inline Real kept_share(const AttentionTask<Real>& t, EdgeId e, std::size_t h) {
  if (t.threshold == 0) return Real(1);
  const std::uint64_t place = e * t.heads + h;
  const std::uint32_t high = static_cast<std::uint32_t>(t.key >> 32) + static_cast<std::uint32_t>(place >> 32) * 0x9e3779b9U;
  const std::uint32_t bits = mix32(mix32(static_cast<std::uint32_t>(place) ^ static_cast<std::uint32_t>(t.key)) + high);
  return bits >= t.threshold ? t.keep : Real(0);
}

template <class Real>
inline EdgeId arc_at(const AttentionTask<Real>& t, EdgeId place) {
  return t.arc == nullptr ? place : t.arc[place];
}

/// Sixteen sums side by side, so that the compiler may use vectors without changing the order of additions.
template <class Real>
inline Real dot_product(const Real* x, const Real* y, std::size_t count) {
  constexpr std::size_t kSums = 16;
  Real part[kSums] = {};
  std::size_t k = 0;
  for (; k + kSums <= count; k += kSums)
    for (std::size_t s = 0; s < kSums; ++s) part[s] += x[k + s] * y[k + s];
  Real sum = 0;
  for (; k < count; ++k) sum += x[k] * y[k];
  if (count >= kSums)
    for (std::size_t s = 0; s < kSums; ++s) sum += part[s];
  return sum;
}

/// mixed = x[e,:] * w, one row of H * D numbers
template <class Real>
inline void mix_features(const AttentionTask<Real>& t, EdgeId e, Real* mixed) {
  const std::size_t width = t.heads * t.depth;
  for (std::size_t c = 0; c < width; ++c) mixed[c] = 0;
  for (std::size_t f = 0; f < t.features; ++f) {
    const Real factor = t.x[e * t.features + f];
    for (std::size_t c = 0; c < width; ++c) mixed[c] += factor * t.w[f * width + c];
  }
}

/// score[h] of arc e: j -> i.  Leaves x[e,:] * w in `mixed` where there are edge features.
template <Score S, class Real>
inline void score_arc(const AttentionTask<Real>& t, std::size_t i, std::size_t j, EdgeId e, Real* mixed, Real* score) {
  const Real* const source = t.source + j * t.source_stride;
  const Real* const target = t.target + i * t.target_stride;
  if (S == Score::dynamic && t.features > 0) mix_features(t, e, mixed);
  for (std::size_t h = 0; h < t.heads; ++h) {
    const Real bias = t.bias == nullptr ? Real(0) : t.bias[e * t.heads + h];
    if constexpr (S == Score::additive) score[h] = leaky(target[h] + source[h] + bias, t.slope);
    if constexpr (S == Score::dot) score[h] = t.scale * dot_product(target + h * t.depth, source + h * t.depth, t.depth) + bias;
    if constexpr (S == Score::dynamic) {
      Real sum = 0;
      for (std::size_t c = h * t.depth; c < (h + 1) * t.depth; ++c)
        sum += t.a[c] * leaky(source[c] + target[c] + (t.features > 0 ? mixed[c] : Real(0)), t.slope);
      score[h] = sum + bias;
    }
  }
}

/// body(row, first place, last place, sums): every row of the span with its places and where its `width` sums belong,
/// set to zero.
template <class Real, class Body>
inline void for_rows(const AttentionTask<Real>& t, const RowSpan& span, Real* table, std::size_t width, Body body) {
  for (std::size_t row = span.first; row < span.last; ++row) {
    const EdgeId first = span.slot == kWhole ? t.begin[row] : span.begin;
    const EdgeId last = span.slot == kWhole ? t.begin[row + 1] : span.end;
    Real* const sums = span.slot == kWhole ? table + row * width : t.slots + span.slot * t.slot_size;
    for (std::size_t c = 0; c < width; ++c) sums[c] = 0;
    body(row, first, last, sums);
  }
}

/// Softmax in blocks: scores of a block, one rescaling of what was summed before, then the values.
template <Score S, class Real>
void any_forward(const AttentionTask<Real>& t, const RowSpan& span, Real* scratch, Real*) {
  const std::size_t heads = t.heads, depth = t.depth, width = heads * depth;
  Real* const top = scratch;            // H
  Real* const total = scratch + heads;  // H
  Real* const mixed = total + heads;    // H * D
  Real* const score = mixed + width;    // kScoreBlock * H
  for_rows(t, span, t.out, width, [&](std::size_t i, EdgeId first, EdgeId last, Real* sum) {
    for (std::size_t h = 0; h < heads; ++h) {
      top[h] = kLowest<Real>;
      total[h] = 0;
    }
    for (EdgeId block = first; block < last; block += kScoreBlock) {
      const std::size_t count = last - block < kScoreBlock ? last - block : kScoreBlock;
      for (std::size_t k = 0; k < count; ++k) score_arc<S>(t, i, t.column[block + k], block + k, mixed, score + k * heads);
      for (std::size_t h = 0; h < heads; ++h) {
        Real highest = top[h];
        for (std::size_t k = 0; k < count; ++k) highest = score[k * heads + h] > highest ? score[k * heads + h] : highest;
        const Real base = highest == kLowest<Real> ? Real(0) : highest;  // all masked so far: exp(-inf - 0) = 0, not NaN
        const Real rescale = exp_of(top[h] - base);
        total[h] *= rescale;
        for (std::size_t d = 0; d < depth; ++d) sum[h * depth + d] *= rescale;
        for (std::size_t k = 0; k < count; ++k) {
          const Real weight = exp_of(score[k * heads + h] - base);
          total[h] += weight;
          score[k * heads + h] = weight * kept_share(t, block + k, h);
        }
        top[h] = highest;
      }
      for (std::size_t k = 0; k < count; ++k) {
        const Real* const value = t.value + t.column[block + k] * t.value_stride;
        for (std::size_t h = 0; h < heads; ++h)
          for (std::size_t d = 0; d < depth; ++d) sum[h * depth + d] += score[k * heads + h] * value[h * depth + d];
      }
    }
    if (span.slot != kWhole) {  // merged with the other parts of the row later
      for (std::size_t h = 0; h < heads; ++h) {
        sum[width + h] = top[h];
        sum[width + heads + h] = total[h];
      }
      return;
    }
    Real* const norm = t.norm + i * 2 * heads;
    for (std::size_t h = 0; h < heads; ++h) {
      const bool empty = total[h] == 0;
      norm[h] = empty ? Real(0) : top[h];
      norm[heads + h] = empty ? Real(0) : 1 / total[h];
      for (std::size_t d = 0; d < depth; ++d) sum[h * depth + d] *= norm[heads + h];
    }
  });
}

/// ds[h] for one arc.  forward: y[i] += w * keep * v[j], w = exp(s - top) / total.  Also leaves w * keep in `share`.
template <Score S, class Real>
inline void score_gradient(const AttentionTask<Real>& t, std::size_t i, std::size_t j, EdgeId e, Real* mixed, Real* share, Real* ds) {
  score_arc<S>(t, i, j, e, mixed, ds);
  const Real* const stat = t.stat + i * kStatRows * t.heads;
  const Real* const grad = t.grad + i * t.heads * t.depth;
  const Real* const value = t.value + j * t.value_stride;
  for (std::size_t h = 0; h < t.heads; ++h) {
    const Real weight = exp_of(ds[h] - stat[h]) * stat[t.heads + h];
    const Real keep = kept_share(t, e, h);
    const Real d_weight = keep * dot_product(grad + h * t.depth, value + h * t.depth, t.depth);
    share[h] = weight * keep;
    ds[h] = weight * (d_weight - stat[2 * t.heads + h]);
  }
}

/// The places where rows are targets: d_target, d_score, d_x, and the sums for a and w.  (additive needs none of it)
template <Score S, class Real>
void any_targets(const AttentionTask<Real>& t, const RowSpan& span, Real* scratch, Real* sums) {
  const std::size_t heads = t.heads, depth = t.depth, width = heads * depth;
  Real* const share = scratch;
  Real* const ds = scratch + heads;
  Real* const mixed = ds + heads;
  Real* const d_z = mixed + width;
  for_rows(t, span, t.d_target, width, [&](std::size_t i, EdgeId first, EdgeId last, Real* d_target) {
    const Real* const target = t.target + i * t.target_stride;
    for (EdgeId e = first; e < last; ++e) {
      const std::size_t j = t.column[e];
      const Real* const source = t.source + j * t.source_stride;
      score_gradient<S>(t, i, j, e, mixed, share, ds);
      if (t.d_score != nullptr)
        for (std::size_t h = 0; h < heads; ++h) t.d_score[e * heads + h] = ds[h];
      for (std::size_t h = 0; h < heads; ++h)
        for (std::size_t c = h * depth; c < (h + 1) * depth; ++c) {
          if constexpr (S == Score::dot) d_target[c] += t.scale * ds[h] * source[c];  // forward: s = scale * <q, k>
          if constexpr (S == Score::dynamic) {                                        // forward: s = sum a * leaky(z), z = l + r + x * w
            const Real z = source[c] + target[c] + (t.features > 0 ? mixed[c] : Real(0));
            d_z[c] = ds[h] * t.a[c] * (z > 0 ? Real(1) : t.slope);
            d_target[c] += d_z[c];
            sums[c] += ds[h] * leaky(z, t.slope);
          }
        }
      if (S == Score::dynamic)
        for (std::size_t f = 0; f < t.features; ++f) {
          if (t.d_x != nullptr) t.d_x[e * t.features + f] = dot_product(d_z, t.w + f * width, width);
          for (std::size_t c = 0; c < width; ++c) sums[(f + 1) * width + c] += t.x[e * t.features + f] * d_z[c];
        }
    }
  });
}

/// The places where rows are sources: d_value, d_source; additive also leaves the gradient of its score in d_score.
template <Score S, class Real>
void any_sources(const AttentionTask<Real>& t, const RowSpan& span, Real* scratch, Real*) {
  const std::size_t heads = t.heads, depth = t.depth, width = heads * depth;
  const std::size_t source_width = S == Score::additive ? heads : S == Score::dot ? width : 0;
  Real* const share = scratch;
  Real* const ds = scratch + heads;
  Real* const mixed = ds + heads;
  for_rows(t, span, t.d_value, width, [&](std::size_t j, EdgeId first, EdgeId last, Real* d_value) {
    Real* const d_source = span.slot == kWhole ? t.d_source + j * source_width : d_value + width;
    for (std::size_t c = 0; c < source_width; ++c) d_source[c] = 0;
    const Real* const source = t.source + j * t.source_stride;
    for (EdgeId place = first; place < last; ++place) {
      const std::size_t i = t.column[place];
      const EdgeId e = arc_at(t, place);
      const Real* const target = t.target + i * t.target_stride;
      const Real* const grad = t.grad + i * width;
      score_gradient<S>(t, i, j, e, mixed, share, ds);
      for (std::size_t h = 0; h < heads; ++h) {
        if constexpr (S == Score::additive) {  // forward: s = leaky(to + from + bias)
          const Real z = target[h] + source[h] + (t.bias == nullptr ? Real(0) : t.bias[e * heads + h]);
          const Real d_z = ds[h] * (z > 0 ? Real(1) : t.slope);
          d_source[h] += d_z;
          t.d_score[e * heads + h] = d_z;
        }
        for (std::size_t c = h * depth; c < (h + 1) * depth; ++c) {
          d_value[c] += share[h] * grad[c];  // forward: y[i] += share * v[j]
          if constexpr (S == Score::dot) d_source[c] += t.scale * ds[h] * target[c];
          if constexpr (S == Score::dynamic) {
            const Real z = source[c] + target[c] + (t.features > 0 ? mixed[c] : Real(0));
            d_value[c] += ds[h] * t.a[c] * (z > 0 ? Real(1) : t.slope);
          }
        }
      }
    }
  });
}

template <Score S, class Real>
void any_weights(const AttentionTask<Real>& t, const RowSpan& span, Real* scratch, Real*) {
  for (std::size_t i = span.first; i < span.last; ++i) {
    const EdgeId first = span.slot == kWhole ? t.begin[i] : span.begin;
    const EdgeId last = span.slot == kWhole ? t.begin[i + 1] : span.end;
    for (EdgeId e = first; e < last; ++e) {
      Real* const weights = t.weights + e * t.heads;
      score_arc<S>(t, i, t.column[e], e, scratch, weights);
      const Real* const norm = t.norm + i * 2 * t.heads;
      for (std::size_t h = 0; h < t.heads; ++h) weights[h] = exp_of(weights[h] - norm[h]) * norm[t.heads + h];
    }
  }
}

template <Score S, class Real>
void any_statistics(const AttentionTask<Real>& t, std::size_t first, std::size_t last, Real* stat) {
  const std::size_t heads = t.heads, depth = t.depth, width = heads * depth;
  for (std::size_t i = first; i < last; ++i) {
    Real* const row = stat + i * kStatRows * heads;
    for (std::size_t h = 0; h < heads; ++h) {
      row[h] = t.result_norm[i * 2 * heads + h];
      row[heads + h] = t.result_norm[i * 2 * heads + heads + h];
      row[2 * heads + h] = dot_product(t.grad + i * width + h * depth, t.result + i * width + h * depth, depth);
      row[3 * heads + h] = S == Score::additive ? t.target[i * t.target_stride + h] : Real(0);
    }
  }
}

template <Score S, class Real>
inline constexpr AttentionKernels<Real> kAnyKernels = {any_forward<S, Real>, any_targets<S, Real>, any_sources<S, Real>, any_weights<S, Real>,
                                                       any_statistics<S, Real>};

}  // namespace
}  // namespace edgewise::kernels::EDGEWISE_ISA
