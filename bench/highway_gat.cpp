#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "bench/highway_gat.cpp"  // this file is compiled once for each instruction set
#include <hwy/foreach_target.h>
#include <hwy/highway.h>
// after highway.h, which it belongs to
#include <hwy/cache_control.h>
#include <hwy/contrib/math/math-inl.h>

#include <algorithm>

#include "highway_gat.hpp"

HWY_BEFORE_NAMESPACE();
namespace edgewise::bench::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;
constexpr std::size_t kHeads = 8, kDepth = 32, kWidth = kHeads * kDepth, kBlock = 64, kAhead = 4;
using Heads = hn::CappedTag<float, kHeads>;  // a vector of scores, or as much of one as the target has
using Features = hn::CappedTag<float, kDepth>;

/// Scores of `count` arcs to node i, and the highest of each head so far.
HWY_INLINE void score(const NodeId* column, std::size_t count, const Tensor& source, const float* to, float slope, float* scores, float* top) {
  const Heads d;
  const auto falling = hn::Set(d, slope);
  for (std::size_t h = 0; h < kHeads; h += hn::Lanes(d)) {
    const auto own = hn::Load(d, to + h);
    auto highest = hn::Load(d, top + h);
    for (std::size_t k = 0; k < count; ++k) {
      const auto sum = hn::Add(hn::LoadU(d, source.data() + std::size_t{column[k]} * kHeads + h), own);
      const auto s = hn::Max(sum, hn::Mul(sum, falling));
      highest = hn::Max(highest, s);
      hn::Store(s, d, scores + k * kHeads + h);
    }
    hn::Store(highest, d, top + h);
  }
}

/// Scores become e^(score - top), and are added up.
HWY_INLINE void exponentials(std::size_t count, const float* top, float* scores, float* total) {
  const Heads d;
  for (std::size_t h = 0; h < kHeads; h += hn::Lanes(d)) {
    const auto highest = hn::Load(d, top + h);
    auto sum = hn::Load(d, total + h);
    for (std::size_t k = 0; k < count; ++k) {
      const auto e = hn::Exp(d, hn::Sub(hn::Load(d, scores + k * kHeads + h), highest));
      sum = hn::Add(sum, e);
      hn::Store(e, d, scores + k * kHeads + h);
    }
    hn::Store(sum, d, total + h);
  }
}

/// sums += weight * value over the arcs, all sums in registers where the target has that many.
HWY_INLINE void accumulate(const NodeId* column, std::size_t count, std::size_t known, const Tensor& value, const float* weights, float* sums) {
  const hn::ScalableTag<float> d;
  using V = hn::Vec<decltype(d)>;
  constexpr std::size_t kMost = HWY_MAX_BYTES >= 64 ? 16 : HWY_MAX_BYTES >= 32 ? 8 : 4;  // vectors in flight
  const std::size_t lanes = hn::Lanes(d);
  for (std::size_t first = 0; first < kWidth; first += kMost * lanes) {
    V sum[kMost];
    for (std::size_t v = 0; v < kMost; ++v) sum[v] = hn::Load(d, sums + first + v * lanes);
    for (std::size_t k = 0; k < count; ++k) {
      if (k + kAhead < known) {
        const float* const next = value.data() + std::size_t{column[k + kAhead]} * kWidth + first;
        for (std::size_t b = 0; b < kMost * lanes; b += 16) hwy::Prefetch(next + b);
      }
      const float* const row = value.data() + std::size_t{column[k]} * kWidth + first;
      for (std::size_t v = 0; v < kMost; ++v) {
        const auto weight = hn::Set(d, weights[k * kHeads + (first + v * lanes) / kDepth]);
        sum[v] = hn::MulAdd(weight, hn::LoadU(d, row + v * lanes), sum[v]);
      }
    }
    for (std::size_t v = 0; v < kMost; ++v) hn::Store(sum[v], d, sums + first + v * lanes);
  }
}

void forward(const Csr& rows, const Tensor& value, const Tensor& source, const Tensor& target, float slope, Tensor& out, Tensor& norm) {
  HWY_ALIGN float scores[kBlock * kHeads], sums[kWidth], to[kHeads], top[kHeads], before[kHeads], total[kHeads];
  const NodeId* const column = rows.column().data();
  for (NodeId i = 0; i < rows.rows(); ++i) {
    std::copy_n(target.row(i).data(), kHeads, to);
    std::fill_n(top, kHeads, -3e38F);
    std::fill_n(total, kHeads, 0.F);
    std::fill_n(sums, kWidth, 0.F);
    for (EdgeId first = rows.begin()[i]; first < rows.begin()[i + 1]; first += kBlock) {
      const std::size_t count = std::min<std::size_t>(kBlock, rows.begin()[i + 1] - first);
      std::copy_n(top, kHeads, before);
      score(column + first, count, source, to, slope, scores, top);
      if (first != rows.begin()[i])
        for (std::size_t h = 0; h < kHeads; ++h) {
          const float rescale = hn::GetLane(hn::Exp(hn::CappedTag<float, 1>(), hn::Set(hn::CappedTag<float, 1>(), before[h] - top[h])));
          total[h] *= rescale;
          for (std::size_t c = 0; c < kDepth; ++c) sums[h * kDepth + c] *= rescale;
        }
      exponentials(count, top, scores, total);
      accumulate(column + first, count, rows.edges() - first, value, scores, sums);
    }
    for (std::size_t h = 0; h < kHeads; ++h) {
      const float share = total[h] > 0 ? 1 / total[h] : 0;
      norm(i, h) = top[h];
      norm(i, kHeads + h) = share;
      for (std::size_t c = h * kDepth; c < (h + 1) * kDepth; ++c) out(i, c) = sums[c] * share;
    }
  }
}

const char* name() { return hwy::TargetName(HWY_TARGET); }

}  // namespace
}  // namespace edgewise::bench::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace edgewise::bench {
HWY_EXPORT(forward);
HWY_EXPORT(name);

void highway_gat_forward(const Csr& rows, const Tensor& value, const Tensor& source, const Tensor& target, float slope, Tensor& out, Tensor& norm) {
  HWY_DYNAMIC_DISPATCH(forward)(rows, value, source, target, slope, out, norm);
}
void highway_without_avx512() { hwy::DisableTargets(HWY_AVX3 | HWY_AVX3_DL); }
const char* highway_target() { return HWY_DYNAMIC_DISPATCH(name)(); }
}  // namespace edgewise::bench
#endif
