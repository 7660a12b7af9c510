#include "objective.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "../../graph/error.hpp"
#include "../ops/elementwise.hpp"
#include "../ops/loss.hpp"
#include "evaluate.hpp"

namespace edgewise::train {
namespace {

std::vector<NodeId> with_target(const Targets& targets, const std::vector<NodeId>& nodes) {
  std::vector<NodeId> known;
  std::copy_if(nodes.begin(), nodes.end(), std::back_inserter(known), [&](NodeId node) { return has_target(targets, node); });
  return known;
}

std::vector<float> balanced_classes(const Targets& targets, const std::vector<NodeId>& train) {
  std::vector<std::size_t> count(targets.outputs);
  for (const NodeId node : train) ++count[static_cast<std::size_t>(targets.classes[node])];
  const auto occurring = static_cast<double>(count.size() - static_cast<std::size_t>(std::count(count.begin(), count.end(), 0U)));
  std::vector<float> weights(count.size(), 1.0F);
  for (std::size_t c = 0; c < count.size(); ++c)
    if (count[c] > 0) weights[c] = static_cast<float>(static_cast<double>(train.size()) / (occurring * static_cast<double>(count[c])));
  return weights;
}

std::vector<float> balanced_labels(const Targets& targets, const std::vector<NodeId>& train) {
  std::vector<float> weights(targets.outputs, 1.0F);
  for (std::size_t c = 0; c < targets.outputs; ++c) {
    double positives = 0, negatives = 0;
    for (const NodeId node : train) {
      positives += targets.values(node, c) == 1;
      negatives += targets.values(node, c) == 0;
    }
    if (positives > 0 && negatives > 0) weights[c] = static_cast<float>(negatives / positives);
  }
  return weights;
}

}  // namespace

Objective::Objective(const Targets& targets, const Split& split, const TrainOptions& options, const std::optional<models::OutputScale<float>>& scale)
    : targets_(targets),
      train_(with_target(targets, split.train)),
      validation_(with_target(targets, split.validation)),
      smoothing_(options.label_smoothing),
      by_auc_(options.monitor == Monitor::roc_auc || targets.task == Task::multilabel),
      standardized_(scale.has_value()) {
  const Task task = targets_.task;
  if (train_.empty())
    fail<UsageError>("fit: none of the ", split.train.size(),
                     " training rows (nodes or graphs) has a target; give labels to some of them or split otherwise");
  if (smoothing_ > 0 && task != Task::classification) fail<UsageError>("fit: label smoothing is for classification");
  if (options.monitor == Monitor::roc_auc && (task == Task::regression || (task == Task::classification && targets_.outputs != 2)))
    fail<UsageError>("fit: monitor roc-auc is for two classes or for multilabel, the targets have ", targets_.outputs,
                     task == Task::regression ? " values" : " classes", "; use score or loss");
  if (standardized_ && task != Task::regression) fail<UsageError>("fit: the model has an output scale, which is for regression");

  if (options.class_weights == ClassWeights::balanced) {
    if (task == Task::regression) fail<UsageError>("fit: class weights are for classification and multilabel");
    weights_ = task == Task::classification ? balanced_classes(targets_, train_) : balanced_labels(targets_, train_);
  }
  if (!standardized_) return;
  const auto& [mean, deviation] = *scale;
  factor_ = Tensor(1, targets_.outputs);
  shift_ = Tensor(1, targets_.outputs);
  standard_ = targets_.values;
  for (std::size_t c = 0; c < targets_.outputs; ++c) {
    factor_(0, c) = 1 / deviation(0, c);
    shift_(0, c) = -mean(0, c) / deviation(0, c);
    for (std::size_t i = 0; i < standard_.rows(); ++i) standard_(i, c) = (standard_(i, c) - mean(0, c)) / deviation(0, c);
  }
}

Variable Objective::loss(const Variable& output, std::span<const std::int32_t> classes, TensorView values, std::span<const NodeId> rows,
                         float smoothing) const {
  switch (targets_.task) {
    case Task::classification:
      return ops::cross_entropy(output, classes, rows, weights_, smoothing);
    case Task::multilabel:
      return ops::bce_with_logits(output, values, rows, weights_);
    case Task::regression:
      break;
  }
  return ops::mse(standardized_ ? ops::scale_columns(output, factor_, shift_) : output, values, rows);
}

Variable Objective::loss_of_all(const Variable& output, std::span<const NodeId> rows, float smoothing) const {
  return loss(output, targets_.classes, (standardized_ ? standard_ : targets_.values).view(), rows, smoothing);
}

Variable Objective::training_loss(const Variable& output) const { return loss_of_all(output, train_, smoothing_); }

Variable Objective::training_loss(const Variable& output, std::span<const NodeId> rows) const {
  std::vector<NodeId> order(rows.size());
  std::iota(order.begin(), order.end(), NodeId{0});
  std::vector<std::int32_t> classes;
  Tensor values;
  if (targets_.task == Task::classification) {
    for (const NodeId row : rows) classes.push_back(targets_.classes[row]);
  } else {
    const Tensor& from = standardized_ ? standard_ : targets_.values;
    values = Tensor::uninitialized(rows.size(), from.cols());
    for (std::size_t k = 0; k < rows.size(); ++k) std::copy(from.row(rows[k]).begin(), from.row(rows[k]).end(), values.row(k).begin());
  }
  return loss(output, classes, values.view(), order, smoothing_);
}

double Objective::validation_loss(const Tensor& output) const {
  return static_cast<double>(loss_of_all(Variable(output), validation_, 0).value()(0, 0));
}

std::optional<double> Objective::validation_score(const Tensor& output) const {
  const std::map<std::string, double> scores = evaluate(output.view(), targets_, validation_);
  const bool regression = targets_.task == Task::regression;
  const auto score = scores.find(regression ? "rmse" : by_auc_ ? "roc_auc" : "accuracy");
  if (score == scores.end()) return std::nullopt;
  return regression ? -score->second : score->second;
}

}  // namespace edgewise::train
