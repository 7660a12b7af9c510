#pragma once
/// Scores, each defined where it stands.  Sums run in double, in order; rankings cost one sort.  All throw ShapeError when the
/// sizes differ.
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "../../graph/api.hpp"
#include "dataset.hpp"

namespace edgewise::train {
EDGEWISE_API_BEGIN

/// Share of rows whose predicted class is the true one.  Rows with label kNoLabel do not count; nullopt when none is left.
std::optional<double> accuracy(std::span<const std::int32_t> predicted, std::span<const std::int32_t> truth);
/// Mean over the classes that occur in truth or prediction of 2PR / (P + R), 0 where both are 0.
std::optional<double> macro_f1(std::span<const std::int32_t> predicted, std::span<const std::int32_t> truth, std::size_t classes);
/// F1 over all (row, label) decisions together, 2 TP / (2 TP + FP + FN); nullopt when nothing is or is called positive.  For
/// single-label data it equals accuracy.
std::optional<double> micro_f1(std::span<const std::uint8_t> predicted, std::span<const std::uint8_t> truth);
/// Probability that a positive scores above a negative, ties counting half.  nullopt when one kind is missing or a score is NaN.
std::optional<double> roc_auc(std::span<const float> score, std::span<const std::uint8_t> truth);
/// Average precision: sum over distinct thresholds of (R_n - R_{n-1}) * P_n.  nullopt without positives or
/// when a score is NaN.
std::optional<double> pr_auc(std::span<const float> score, std::span<const std::uint8_t> truth);
/// Mean of |predicted - truth|; root of the mean of its square; nullopt without rows:
std::optional<double> mean_absolute_error(std::span<const float> predicted, std::span<const float> truth);
std::optional<double> root_mean_squared_error(std::span<const float> predicted, std::span<const float> truth);
/// 1 - residual / total sum of squares; nullopt when truth is constant.
std::optional<double> r2(std::span<const float> predicted, std::span<const float> truth);

/// confusion[t * classes + p]: rows of class t predicted as p.
std::vector<std::uint64_t> confusion(std::span<const std::int32_t> predicted, std::span<const std::int32_t> truth, std::size_t classes);

/// The column of the largest value of each row; of equal ones the first.
std::vector<std::int32_t> predicted_classes(TensorView output);

/// Every score of the task over the given nodes of a model's raw output (logits or values), by name.
///   classification   accuracy, macro_f1, micro_f1, and roc_auc, pr_auc of the second class when there are two
///   multilabel       micro_f1 (a logit above 0 says yes), roc_auc and pr_auc, each the mean over the labels with both kinds
///   regression       mae, rmse, r2, each the mean over the outputs where it is defined
/// Nodes without a class and cells without a value do not count.  Undefined scores are left out.
std::map<std::string, double> evaluate(TensorView output, const Targets& targets, std::span<const NodeId> nodes);

/// The same scores for one column of multilabel or regression targets at a time (micro_f1 is the column's F1), in the order of the columns, beside
/// "known" (cells) and, for multilabel, "positives".  An undefined score is left out: roc_auc and pr_auc of a column with one kind of label, say.
std::vector<std::map<std::string, double>> evaluate_columns(TensorView output, const Targets& targets, std::span<const NodeId> nodes);

EDGEWISE_API_END
}  // namespace edgewise::train
