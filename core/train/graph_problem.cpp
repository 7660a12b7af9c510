#include "graph_problem.hpp"

#include <algorithm>

namespace edgewise::train {
namespace {

constexpr std::uint64_t kOrderStream = 0x6f72646572ULL;  // apart from the keys of dropout

std::optional<models::OutputScale<float>> scale_of(const models::GraphModel& model) {
  if (!model.options().output_scale) return std::nullopt;
  return models::OutputScale<float>{model.output_mean(), model.output_deviation()};
}

}  // namespace

GraphProblem::GraphProblem(const models::GraphModel& model, const GraphDataset& data, const TrainOptions& options)
    : model_(model), data_(data), objective_(data.targets, data.split, options, scale_of(model)), seed_(options.seed) {
  const std::size_t rows = objective_.training_rows().size();
  batch_ = options.batch == 0 ? rows : std::min(options.batch, rows);
}

double GraphProblem::weight(std::size_t k) const {
  const std::size_t rows = objective_.training_rows().size();
  return steps() == 1 ? 1 : static_cast<double>(std::min(batch_, rows - k * batch_));
}

Variable GraphProblem::loss(std::size_t epoch, std::size_t k, nn::Pass& pass) {
  if (drawn_for_ != epoch) {
    const std::span<const NodeId> rows = objective_.training_rows();
    order_.clear();
    for (const std::uint32_t place : Rng(mix_bits(seed_ ^ kOrderStream), epoch).permutation(rows.size())) order_.push_back(rows[place]);
    drawn_for_ = epoch;
  }
  const auto rows = std::span(order_).subspan(k * batch_, std::min(batch_, order_.size() - k * batch_));
  const GraphTable part = take(data_.graphs, rows);
  return objective_.training_loss(forward(model_, part, pass), rows);
}

Tensor GraphProblem::output_of(std::span<const NodeId> graphs) const {
  const Tensor some = predict(model_, data_.graphs, graphs);
  Tensor all(data_.graphs.graphs(), some.cols());
  for (std::size_t k = 0; k < graphs.size(); ++k) std::copy(some.row(k).begin(), some.row(k).end(), all.row(graphs[k]).begin());
  return all;
}

Tensor GraphProblem::validation_output() const { return output_of(objective_.validation_rows()); }

double GraphProblem::settled_loss() const {
  return static_cast<double>(objective_.training_loss(Variable(output_of(objective_.training_rows()))).value()(0, 0));
}

}  // namespace edgewise::train
