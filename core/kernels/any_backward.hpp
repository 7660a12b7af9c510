#pragma once
/// Backward over the rows of targets and of sources, for any width.
#include "any_score.hpp"

namespace edgewise::kernels::EDGEWISE_ISA {
namespace {

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

/// leaky' of an additive score.
template <class Real>
inline Real slope_at(const AttentionTask<Real>& t, std::size_t i, std::size_t j, EdgeId e, std::size_t h) {
  const Real z = t.target[i * t.target_stride + h] + t.source[j * t.source_stride + h] + (t.bias == nullptr ? Real(0) : t.bias[e * t.heads + h]);
  return z > 0 ? Real(1) : t.slope;
}

/// The places where rows are targets: d_target, d_score, d_x, and the sums for a and w.  (additive comes here only where d_score is not kept)
template <Score S, class Real>
void any_targets(const AttentionTask<Real>& t, const RowSpan& span, Real* scratch, Real* sums) {
  const std::size_t heads = t.heads, depth = t.depth, width = heads * depth;
  Real* const share = scratch;
  Real* const ds = scratch + heads;
  Real* const mixed = ds + heads;
  Real* const d_z = mixed + width;
  for_rows(t, span, t.d_target, S == Score::additive ? heads : width, [&](std::size_t i, EdgeId first, EdgeId last, Real* d_target) {
    const Real* const target = t.target + i * t.target_stride;
    for (EdgeId e = first; e < last; ++e) {
      const std::size_t j = t.column[e];
      const Real* const source = t.source + j * t.source_stride;
      score_gradient<S>(t, i, j, e, mixed, share, ds);
      if constexpr (S == Score::additive)  // forward: s = leaky(to + from + bias)
        for (std::size_t h = 0; h < heads; ++h) d_target[h] += ds[h] * slope_at(t, i, j, e, h);
      else if (t.d_score != nullptr)
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

/// The places where rows are sources: d_value, d_source; additive also leaves the gradient of its score in d_score, where that is kept.
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
          const Real d_z = ds[h] * slope_at(t, i, j, e, h);
          d_source[h] += d_z;
          if (t.d_score != nullptr) t.d_score[e * heads + h] = d_z;
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

}  // namespace
}  // namespace edgewise::kernels::EDGEWISE_ISA
