#pragma once
/// Every score of a task at once, from what a model gives.
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "../../graph/api.hpp"
#include "targets.hpp"

namespace edgewise::train {
EDGEWISE_API_BEGIN

/// The column of the largest value of each row; of equal ones the first.
std::vector<std::int32_t> predicted_classes(TensorView output);

/// Every score of the task over the given nodes of a model's raw output (logits or values), by name.
///   classification   accuracy, macro_f1, micro_f1, and roc_auc, pr_auc of the second class when there are two
///   multilabel       micro_f1 (a logit above 0 says yes), roc_auc and pr_auc, each the mean over the labels with both kinds
///   regression       mae, rmse, r2, each the mean over the outputs where it is defined
/// Nodes without a class and cells without a value do not count.  Undefined scores are left out.
/// Throws   ShapeError when output and targets differ in shape; DataError for a node that they do not have.
std::map<std::string, double> evaluate(TensorView output, const Targets& targets, std::span<const NodeId> nodes);

/// The same scores for one column of multilabel or regression targets at a time (micro_f1 is the column's F1), in the order of the columns, beside
/// "known" (cells) and, for multilabel, "positives".  An undefined score is left out: roc_auc and pr_auc of a column with one kind of label, say.
/// Throws as `evaluate`, and UsageError for classes.
std::vector<std::map<std::string, double>> evaluate_columns(TensorView output, const Targets& targets, std::span<const NodeId> nodes);

EDGEWISE_API_END
}  // namespace edgewise::train
