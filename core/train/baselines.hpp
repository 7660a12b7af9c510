#pragma once
/// What a model has to beat: a guess that looks at nothing, and one that looks at features only.  Both come as raw output, n x outputs, for
/// `evaluate` to score over any set of nodes.
#include "../../graph/api.hpp"
#include "trainer.hpp"

namespace edgewise::train {
EDGEWISE_API_BEGIN

/// The best constant: every row the logarithm of the class shares over `train` (so that the most frequent class is predicted, of equal
/// ones the first), the log-odds of each label, or the mean of each value.  Where nothing is known: 0.
/// Throws   DataError as check_targets, and for a node that has no row.
Tensor constant_output(const Targets& targets, std::span<const NodeId> train);

/// How the features-only baseline is trained: quickly, and with the weight of ridge and logistic regression's usual penalty
/// (|w|^2 / 2 against the sum of all losses, so 1 / n against their mean).
TrainOptions linear_options(const Dataset& data);

/// A linear model of the features alone (multinomial logistic, label-wise logistic or least squares), trained by the same `fit`,
/// stopped early on the same validation nodes.  Sparse features stay sparse and as they are, dense ones are standardised.
Tensor features_only_output(const Dataset& data, const TrainOptions& options);
Tensor features_only_output(const Dataset& data);

EDGEWISE_API_END
}  // namespace edgewise::train
