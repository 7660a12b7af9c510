#pragma once
/// The score of one arc, and the walk over a span's rows, for any number of heads and any width.
#include "attention_task.hpp"
#include "mix.hpp"

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

/// The kept share of a weight: 0 or 1 / (1 - dropout).
template <class Real>
inline Real kept_share(const AttentionTask<Real>& t, EdgeId e, std::size_t h) {
  if (t.threshold == 0) return Real(1);
  const std::uint64_t place = e * t.heads + h;
  const std::uint32_t high = static_cast<std::uint32_t>(t.key >> 32) + static_cast<std::uint32_t>(place >> 32) * 0x9e3779b9U;
  const std::uint32_t bits = mix(mix(static_cast<std::uint32_t>(place) ^ static_cast<std::uint32_t>(t.key)) + high);
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

}  // namespace
}  // namespace edgewise::kernels::EDGEWISE_ISA
