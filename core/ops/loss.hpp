#pragma once
/// Losses over chosen nodes, each the mean over what was observed.
#include <cstdint>
#include <span>

#include "../../graph/api.hpp"
#include "../../graph/ids.hpp"
#include "../autograd.hpp"

namespace edgewise::ops {
EDGEWISE_API_BEGIN

/// All: `nodes` are distinct rows of x, in any order; the result is 1 x 1, and 0 without a gradient when nothing was observed.
/// Cost     O(nodes * columns); the gradient is computed in the same pass (none under NoGrad) and is zero in all other rows.
/// Threads  Blocks of the node list, added in their order in double: the same bytes for any thread count.
/// Throws   ShapeError when a size differs from the stated; DataError when a node or class is out of range or a node is listed twice.

/// Softmax cross-entropy.  With p = softmax(x[i,:]), class y = classes[i], s = smoothing, C = columns and weights w (1 where none):
///   loss = sum_i ( -(1 - s) * w[y] * log p[y]  -  s / C * sum_c w[c] * log p[c] )  /  sum_i w[y]
/// Shapes   x: n x C logits.  classes: n numbers < C; negative means unknown, such nodes are left out.  class_weights: C or none.
/// Source   as PyTorch's cross_entropy with weight, label_smoothing and ignore_index.
template <class Real>
BasicVariable<Real> cross_entropy(const BasicVariable<Real>& x, std::span<const std::int32_t> classes, std::span<const NodeId> nodes,
                                  std::span<const float> class_weights = {}, float smoothing = 0);

/// Binary cross-entropy of logits, per cell:  positive_weight[c] * t * softplus(-x) + (1 - t) * softplus(x), t = targets[i,c] in [0, 1].
/// Shapes   x, targets: n x C; a NaN target is missing and left out.  positive_weights: C or none.
template <class Real>
BasicVariable<Real> bce_with_logits(const BasicVariable<Real>& x, BasicView<const float> targets, std::span<const NodeId> nodes,
                                    std::span<const float> positive_weights = {});

/// Mean squared error (x - t)^2.  Shapes  x, targets: n x C; a NaN target is missing and left out.
template <class Real>
BasicVariable<Real> mse(const BasicVariable<Real>& x, BasicView<const float> targets, std::span<const NodeId> nodes);

EDGEWISE_API_END
}  // namespace edgewise::ops
