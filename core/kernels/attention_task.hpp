#pragma once
/// What one attention kernel gets: plain pointers, so that a unit compiled for one instruction set shares no inline code with
/// the rest of the program.
#include <cstddef>
#include <cstdint>

#include "../../graph/row_grid.hpp"
#include "bf16.hpp"

namespace edgewise::kernels {

/// How an arc is scored; the formulas stand in ops/attention.hpp.
///             value       source        target       width of source and target
///   additive  v           from          to           H
///   dynamic   l           l             r            H * D
///   dot       v           k             q            H * D
enum class Score { additive, dynamic, dot };

/// Tables of rows of H * D numbers, side by side, rounded for the pass that gathers them.
struct RoundedTables {
  const Bf16* value = nullptr;
  const Bf16* source = nullptr;
  const Bf16* target = nullptr;
  const Bf16* grad = nullptr;
};

/// One pass over the rows of a mask.  Rows are targets in `forward` and `targets`, sources in `sources`.
template <class Real>
struct AttentionTask {
  const EdgeId* begin = nullptr;
  const NodeId* column = nullptr;
  const EdgeId* arc = nullptr;  ///< arc id of a place; nullptr where places are ids
  EdgeId places = 0;

  std::size_t heads = 1;
  std::size_t depth = 1;     ///< D
  std::size_t features = 0;  ///< f of edge features, 0 without

  const Real* value = nullptr;
  const Real* source = nullptr;
  const Real* target = nullptr;
  std::size_t value_stride = 0;
  std::size_t source_stride = 0;
  std::size_t target_stride = 0;
  const Real* bias = nullptr;  ///< m x H
  const Real* a = nullptr;     ///< H * D
  const Real* x = nullptr;     ///< m x f
  const Real* w = nullptr;     ///< f x (H * D)
  Real slope = 0;
  Real scale = 1;

  std::uint64_t key = 0;
  std::uint32_t threshold = 0;  ///< 0: nothing is dropped
  Real keep = 1;                ///< 1 / (1 - dropout)

  Real* out = nullptr;           ///< forward: n x (H * D)
  Real* norm = nullptr;          ///< forward and weights: n x 2H, see below
  const Real* result = nullptr;  ///< statistics: what forward wrote to out and norm
  const Real* result_norm = nullptr;
  const Real* grad = nullptr;  ///< backward: n x (H * D)
  const Real* stat = nullptr;  ///< backward: n x 4H: norm, <grad, out>, and the score of the target (additive)
  Real* weights = nullptr;     ///< weights pass: m x H

  Real* d_value = nullptr;   ///< s x (H * D); also takes what dynamic sends to l
  Real* d_source = nullptr;  ///< s x H (additive) or s x (H * D) (dot)
  Real* d_target = nullptr;  ///< n x H (additive) or n x (H * D)
  Real* d_score = nullptr;   ///< m x H, gradient of the score (additive: before the slope), or nothing
  Real* d_x = nullptr;       ///< m x f

  RoundedTables rounded;  ///< for kernels that gather those

  bool streams = false;  ///< tables of n x (H * D) results outgrow the caches and are written past them

  Real* slots = nullptr;  ///< sums of parts of long rows
  std::size_t slot_size = 0;
};

/// Runs one span.  `scratch` holds scratch_size() numbers of the calling thread; `sums` takes the gradients of a and w.
template <class Real>
using AttentionKernel = void (*)(const AttentionTask<Real>& task, const RowSpan& span, Real* scratch, Real* sums);

/// Fills rows [first, last) of stat from norm, out and grad.
template <class Real>
using StatisticsKernel = void (*)(const AttentionTask<Real>& task, std::size_t first, std::size_t last, Real* stat);

/// The kernels of one score: the passes of forward and backward.
template <class Real>
struct AttentionKernels {
  AttentionKernel<Real> forward = nullptr;  ///< writes out and norm
  AttentionKernel<Real> targets = nullptr;  ///< rows are targets: d_target; dynamic and dot: d_score, d_x, sums
  AttentionKernel<Real> sources = nullptr;  ///< rows are sources: d_value, d_source, and d_score where it is kept
  AttentionKernel<Real> stored = nullptr;   ///< rows are targets: d_target and sums from the d_score that `sources` kept, if the family can
  AttentionKernel<Real> weights = nullptr;  ///< rows are targets: the weights from norm
  StatisticsKernel<Real> statistics = nullptr;
  bool rounds = false;  ///< they gather `rounded`, and see every row of H * D numbers but the results as if it came from there
};

// The two halves of a log-sum-exp, kept apart: w = exp(s - top) / total stays exact where scores are large, exp(s - (top +
// log total)) would round to the last place of `top`.  A row of norm is [top | 1 / total], zero for a row without weights.
inline constexpr std::size_t kStatRows = 4;     ///< H numbers each in a row of stat
inline constexpr std::size_t kScoreBlock = 64;  ///< arcs that share one rescaling

}  // namespace edgewise::kernels
