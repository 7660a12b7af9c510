#pragma once
/// Whole graphs: a mini-batch of them in every step.
#include "../../graph/api.hpp"
#include "graph_trainer.hpp"
#include "problem.hpp"

namespace edgewise::train {
EDGEWISE_API_BEGIN

/// Batches  The training graphs that have a target, in an order drawn from (seed, epoch) alone, cut into batches of equal size but for the last.
/// Holds    references to model and data.
class GraphProblem final : public Problem {
 public:
  /// `model` has learned its scales.
  GraphProblem(const models::GraphModel& model, const GraphDataset& data, const TrainOptions& options);
  const nn::Module& model() const override { return model_; }
  const Objective& objective() const override { return objective_; }
  std::size_t steps() const override { return (objective_.training_rows().size() + batch_ - 1) / batch_; }
  double weight(std::size_t k) const override;
  Variable loss(std::size_t epoch, std::size_t k, nn::Pass& pass) override;
  Tensor validation_output() const override;
  double settled_loss() const override;

 private:
  Tensor output_of(std::span<const NodeId> graphs) const;

  const models::GraphModel& model_;
  const GraphDataset& data_;
  Objective objective_;
  std::uint64_t seed_;
  std::size_t batch_;
  std::size_t drawn_for_ = 0;  // the epoch whose order is at hand
  std::vector<NodeId> order_;
};

EDGEWISE_API_END
}  // namespace edgewise::train
