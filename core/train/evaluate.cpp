#include "evaluate.hpp"

#include <cmath>

#include "../../graph/error.hpp"
#include "metrics.hpp"

namespace edgewise::train {
namespace {

using Scores = std::map<std::string, double>;

void put(Scores& scores, const char* name, const std::optional<double>& score) {
  if (score) scores[name] = *score;
}

/// The mean of those scores that are defined.
class Mean {
 public:
  void add(const std::optional<double>& score) {
    if (!score) return;
    sum_ += *score;
    ++count_;
  }
  std::optional<double> value() const {
    if (count_ == 0) return std::nullopt;
    return sum_ / static_cast<double>(count_);
  }

 private:
  double sum_ = 0;
  std::size_t count_ = 0;
};

/// The column of the largest value; of equal ones the first.
std::int32_t largest(TensorView output, std::size_t row) {
  std::size_t best = 0;
  for (std::size_t c = 1; c < output.cols; ++c)
    if (output(row, c) > output(row, best)) best = c;
  return static_cast<std::int32_t>(best);
}

Scores of_classes(TensorView output, const Targets& targets, std::span<const NodeId> nodes) {
  std::vector<std::int32_t> guess, truth;
  std::vector<float> second;
  std::vector<std::uint8_t> is_second;
  for (const NodeId node : nodes) {
    if (!has_target(targets, node)) continue;
    guess.push_back(largest(output, node));
    truth.push_back(targets.classes[node]);
    if (targets.outputs != 2) continue;
    second.push_back(output(node, 1) - output(node, 0));
    is_second.push_back(truth.back() == 1);
  }
  Scores scores;
  put(scores, "accuracy", accuracy(guess, truth));
  put(scores, "macro_f1", macro_f1(guess, truth, targets.outputs));
  put(scores, "micro_f1", accuracy(guess, truth));  // one decision a row: a wrong one is one false positive and one false negative
  if (targets.outputs == 2) {
    put(scores, "roc_auc", roc_auc(second, is_second));
    put(scores, "pr_auc", pr_auc(second, is_second));
  }
  return scores;
}

/// One column at a time: the cells whose target is known.
template <class Take>
void for_each_column(TensorView output, const Targets& targets, std::span<const NodeId> nodes, Take take) {
  std::vector<float> guess, truth;
  for (std::size_t c = 0; c < targets.outputs; ++c) {
    guess.clear();
    truth.clear();
    for (const NodeId node : nodes) {
      if (std::isnan(targets.values(node, c))) continue;
      guess.push_back(output(node, c));
      truth.push_back(targets.values(node, c));
    }
    take(guess, truth);
  }
}

Scores of_labels(TensorView output, const Targets& targets, std::span<const NodeId> nodes) {
  std::vector<std::uint8_t> said, is;
  Mean roc, pr;
  for_each_column(output, targets, nodes, [&](const std::vector<float>& guess, const std::vector<float>& truth) {
    std::vector<std::uint8_t> label(truth.size());
    for (std::size_t i = 0; i < truth.size(); ++i) {
      label[i] = truth[i] > 0;
      said.push_back(guess[i] > 0);
      is.push_back(label[i]);
    }
    const auto area = roc_auc(guess, label);
    roc.add(area);
    if (area) pr.add(pr_auc(guess, label));  // of positives alone it is 1 whatever was guessed
  });
  Scores scores;
  put(scores, "micro_f1", micro_f1(said, is));
  put(scores, "roc_auc", roc.value());
  put(scores, "pr_auc", pr.value());
  return scores;
}

Scores of_values(TensorView output, const Targets& targets, std::span<const NodeId> nodes) {
  Mean mae, rmse, explained;
  for_each_column(output, targets, nodes, [&](const std::vector<float>& guess, const std::vector<float>& truth) {
    mae.add(mean_absolute_error(guess, truth));
    rmse.add(root_mean_squared_error(guess, truth));
    explained.add(r2(guess, truth));
  });
  Scores scores;
  put(scores, "mae", mae.value());
  put(scores, "rmse", rmse.value());
  put(scores, "r2", explained.value());
  return scores;
}

void check(TensorView output, const Targets& targets, std::span<const NodeId> nodes) {
  if (output.rows != rows_of(targets)) fail<ShapeError>("evaluate: output of ", output.rows, " rows, targets for ", rows_of(targets));
  if (output.rows > 0 && output.cols != targets.outputs)
    fail<ShapeError>("evaluate: output of ", output.cols, " columns, targets have ", targets.outputs);
  if (output.rows > 0 && targets.task != Task::classification && targets.values.cols() != targets.outputs)
    fail<ShapeError>("evaluate: target values of ", targets.values.cols(), " columns, expected ", targets.outputs);
  check_nodes("evaluate", nodes, targets);
}

}  // namespace

std::vector<std::int32_t> predicted_classes(TensorView output) {
  std::vector<std::int32_t> classes(output.rows);
  for (std::size_t i = 0; i < output.rows; ++i) classes[i] = largest(output, i);
  return classes;
}

std::map<std::string, double> evaluate(TensorView output, const Targets& targets, std::span<const NodeId> nodes) {
  check(output, targets, nodes);
  switch (targets.task) {
    case Task::classification:
      return of_classes(output, targets, nodes);
    case Task::multilabel:
      return of_labels(output, targets, nodes);
    case Task::regression:
      break;
  }
  return of_values(output, targets, nodes);
}

std::vector<std::map<std::string, double>> evaluate_columns(TensorView output, const Targets& targets, std::span<const NodeId> nodes) {
  check(output, targets, nodes);
  if (targets.task == Task::classification) fail<UsageError>("evaluate_columns: for multilabel and regression; classes have one score for all");
  std::vector<Scores> columns;
  for_each_column(output, targets, nodes, [&](const std::vector<float>& guess, const std::vector<float>& truth) {
    Scores& scores = columns.emplace_back();
    scores["known"] = static_cast<double>(truth.size());
    if (targets.task == Task::regression) {
      put(scores, "mae", mean_absolute_error(guess, truth));
      put(scores, "rmse", root_mean_squared_error(guess, truth));
      put(scores, "r2", r2(guess, truth));
      return;
    }
    std::vector<std::uint8_t> label(truth.size()), said(truth.size());
    for (std::size_t i = 0; i < truth.size(); ++i) {
      label[i] = truth[i] > 0;
      said[i] = guess[i] > 0;
      scores["positives"] += truth[i] > 0 ? 1 : 0;
    }
    put(scores, "micro_f1", micro_f1(said, label));
    const auto area = roc_auc(guess, label);
    put(scores, "roc_auc", area);
    if (area) put(scores, "pr_auc", pr_auc(guess, label));
  });
  return columns;
}

}  // namespace edgewise::train
