#pragma once
/// What a run makes small and what it watches: the loss of the task over the training rows, loss and score over the validation rows.
#include <optional>
#include <span>
#include <vector>

#include "../../graph/api.hpp"
#include "../models/scaling.hpp"
#include "trainer.hpp"

namespace edgewise::train {
EDGEWISE_API_BEGIN

/// Rows are nodes, or graphs.
/// Loss     classification: cross-entropy, smoothed while training, weighted when asked for;  multilabel: binary cross-entropy;
///          regression: squared error in standard deviations of the training targets (the model's output scale), so that lr means the same
///          for every unit.
/// Weights  balanced gives class c the weight n / (classes * n_c) over the training rows, counting classes that occur there (the mean
///          weight of a training row is 1; a class that does not occur weighs 1), and a label negatives / positives.
/// Holds    references to targets and split, which must outlive it.
class Objective {
 public:
  /// `scale`: the output scale of the model once it has learned it, or nothing.  Throws UsageError when no training row has a target or an
  /// option does not suit the task.
  Objective(const Targets& targets, const Split& split, const TrainOptions& options, const std::optional<models::OutputScale<float>>& scale);

  /// Rows to learn from, and rows to watch, each with a target:
  std::span<const NodeId> training_rows() const { return train_; }
  std::span<const NodeId> validation_rows() const { return validation_; }
  /// 1 x 1, of an output with a row for every target.
  Variable training_loss(const Variable& output) const;
  /// The same over some training rows, row k of the output being that of rows[k]: one mini-batch.
  Variable training_loss(const Variable& output, std::span<const NodeId> rows) const;
  /// False when no validation row has a target: then there is nothing to watch.
  bool watches() const { return !validation_.empty(); }
  /// Of an output with a row for every target; only those of validation_rows() count.
  double validation_loss(const Tensor& output) const;
  /// Accuracy, ROC-AUC or -RMSE, as the monitor asks (score_name); nullopt where undefined.
  std::optional<double> validation_score(const Tensor& output) const;

 private:
  Variable loss(const Variable& output, std::span<const std::int32_t> classes, TensorView values, std::span<const NodeId> rows,
                float smoothing) const;
  Variable loss_of_all(const Variable& output, std::span<const NodeId> rows, float smoothing) const;

  const Targets& targets_;
  std::vector<NodeId> train_, validation_;  // those with a target
  std::vector<float> weights_;              // by class or label, or empty
  float smoothing_;
  bool by_auc_;
  bool standardized_;
  Tensor factor_, shift_;  // output to standard deviations: 1 x outputs each
  Tensor standard_;        // targets in standard deviations
};

EDGEWISE_API_END
}  // namespace edgewise::train
