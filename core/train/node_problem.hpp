#pragma once
/// Nodes of one graph: the whole graph in every step.
#include "../../graph/api.hpp"
#include "problem.hpp"

namespace edgewise::train {
EDGEWISE_API_BEGIN

/// Holds  references to model and data.
class NodeProblem final : public Problem {
 public:
  /// `model` has learned its output scale.
  NodeProblem(const models::NodeModel& model, const Dataset& data, const TrainOptions& options);
  const nn::Module& model() const override { return model_; }
  const Objective& objective() const override { return objective_; }
  std::size_t steps() const override { return 1; }
  double weight(std::size_t) const override { return 1; }
  Variable loss(std::size_t epoch, std::size_t k, nn::Pass& pass) override;
  Tensor validation_output() const override;
  double settled_loss() const override;

 private:
  const models::NodeModel& model_;
  const Dataset& data_;
  Objective objective_;
};

EDGEWISE_API_END
}  // namespace edgewise::train
