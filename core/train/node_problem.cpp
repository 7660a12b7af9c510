#include "node_problem.hpp"

namespace edgewise::train {
namespace {

std::optional<models::OutputScale<float>> scale_of(const models::NodeModel& model) {
  if (!model.options().output_scale) return std::nullopt;
  return models::output_scale(model);
}

}  // namespace

NodeProblem::NodeProblem(const models::NodeModel& model, const Dataset& data, const TrainOptions& options)
    : model_(model), data_(data), objective_(data.targets, data.split, options, scale_of(model)) {}

Variable NodeProblem::loss(std::size_t, std::size_t, nn::Pass& pass) {
  return objective_.training_loss(model_.forward(data_.graph, data_.features, data_.arcs, pass));
}

Tensor NodeProblem::validation_output() const { return predict(model_, data_.graph, data_.features, data_.arcs); }

double NodeProblem::settled_loss() const { return static_cast<double>(objective_.training_loss(Variable(validation_output())).value()(0, 0)); }

}  // namespace edgewise::train
