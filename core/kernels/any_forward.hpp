#pragma once
/// Forward, the weights for export, and what backward needs to know of each target before it starts; for any width.
#include "any_score.hpp"

namespace edgewise::kernels::EDGEWISE_ISA {
namespace {

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

}  // namespace
}  // namespace edgewise::kernels::EDGEWISE_ISA
