#pragma once
/// What a run makes small and what it watches: the loss of the task over the training nodes, loss and score over the validation nodes.
#include <optional>
#include <vector>

#include "trainer.hpp"

namespace edgewise::train {

/// Loss     classification: cross-entropy, smoothed while training, weighted when asked for;  multilabel: binary cross-entropy;
///          regression: squared error in standard deviations of the training targets (the model's output scale), so that lr means the same
///          for every unit.
/// Weights  balanced gives class c the weight n / (classes * n_c) over the training nodes, counting classes that occur there (the mean
///          weight of a training node is 1; a class that does not occur weighs 1), and a label negatives / positives.
/// Holds    a reference to `data`, which must outlive it.
class Objective {
 public:
  /// `model` has learned its output scale.  Throws UsageError when no training node has a target or an option does not suit the task.
  Objective(const Dataset& data, const TrainOptions& options, const models::NodeModel& model);

  /// 1 x 1.
  Variable training_loss(const Variable& output) const;
  /// False when no validation node has a target: then there is nothing to watch.
  bool watches() const { return !validation_.empty(); }
  double validation_loss(const Tensor& output) const;
  /// Accuracy, ROC-AUC or -RMSE, as the monitor asks (score_name); nullopt where undefined.
  std::optional<double> validation_score(const Tensor& output) const;

 private:
  Variable loss(const Variable& output, const std::vector<NodeId>& nodes, float smoothing) const;

  const Targets& targets_;
  std::vector<NodeId> train_, validation_;  // those with a target
  std::vector<float> weights_;              // by class or label, or empty
  float smoothing_;
  bool by_auc_;
  bool standardized_;
  Tensor factor_, shift_;  // output to standard deviations: 1 x outputs each
  Tensor standard_;        // targets in standard deviations
};

}  // namespace edgewise::train
