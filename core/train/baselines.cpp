#include "baselines.hpp"

#include <algorithm>
#include <cmath>

namespace edgewise::train {
namespace {

/// One row of the constant guess.
std::vector<float> guess(const Targets& targets, std::span<const NodeId> train) {
  std::vector<double> sum(targets.outputs), count(targets.outputs);
  for (const NodeId node : train) {
    if (targets.task == Task::classification) {
      if (targets.classes[node] != kNoLabel) ++sum[static_cast<std::size_t>(targets.classes[node])];
      continue;
    }
    for (std::size_t c = 0; c < targets.outputs; ++c) {
      if (std::isnan(targets.values(node, c))) continue;
      sum[c] += static_cast<double>(targets.values(node, c));
      ++count[c];
    }
  }
  std::vector<float> row(targets.outputs);
  for (std::size_t c = 0; c < row.size(); ++c) {
    // Half a node more on either side keeps the logarithms finite.
    if (targets.task == Task::classification)
      row[c] = static_cast<float>(std::log(sum[c] + 0.5));
    else if (targets.task == Task::multilabel)
      row[c] = static_cast<float>(std::log((sum[c] + 0.5) / (count[c] - sum[c] + 0.5)));
    else
      row[c] = count[c] > 0 ? static_cast<float>(sum[c] / count[c]) : 0.0F;
  }
  return row;
}

}  // namespace

Tensor constant_output(const Targets& targets, std::span<const NodeId> train) {
  check_targets(targets, rows_of(targets), {"row", "the table"});
  check_nodes("constant output", train, targets);
  const std::vector<float> row = guess(targets, train);
  Tensor output = Tensor::uninitialized(rows_of(targets), targets.outputs);
  for (std::size_t i = 0; i < output.rows(); ++i) std::copy(row.begin(), row.end(), output.row(i).begin());
  return output;
}

TrainOptions linear_options(const Dataset& data) {
  const auto nodes = static_cast<float>(std::max<std::size_t>(1, data.split.train.size()));
  return {.epochs = 100, .patience = 20, .monitor = Monitor::loss, .lr = 0.1F, .weight_decay = 1 / nodes};
}

Tensor features_only_output(const Dataset& data) { return features_only_output(data, linear_options(data)); }

Tensor features_only_output(const Dataset& data, const TrainOptions& options) {
  const bool regression = data.targets.task == Task::regression;
  // Only the features matter: a graph without arcs costs nothing.
  Dataset alone{Graph::from_edges(data.graph.num_nodes(), {}), data.features, {}, data.targets, data.split};
  const auto model = models::make_node_model<float>(
      {.model = "mlp",
       .in = cols_of(data.features),
       .out = data.targets.outputs,
       .layers = 1,
       .dropout = 0,
       .input_scale = std::holds_alternative<Sparse>(data.features) ? models::InputScale::none : models::InputScale::columns,
       .output_scale = regression},
      options.seed);
  fit(*model, alone, options);
  return predict(*model, alone.graph, alone.features, alone.arcs);
}

}  // namespace edgewise::train
