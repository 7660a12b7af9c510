#include "dataset.hpp"

#include <cmath>

#include "../../graph/error.hpp"

namespace edgewise::train {

std::size_t rows_of(const Targets& targets) { return targets.task == Task::classification ? targets.classes.size() : targets.values.rows(); }

bool has_target(const Targets& targets, NodeId node) {
  if (targets.task == Task::classification) return targets.classes[node] != kNoLabel;
  for (const float value : targets.values.row(node))
    if (!std::isnan(value)) return true;
  return false;
}

void check_targets(const Targets& targets, std::size_t count, const Rows& rows) {
  if (rows_of(targets) != count) fail<DataError>("dataset: targets for ", rows_of(targets), " ", rows.name, "s, ", rows.whole, " has ", count);
  if (targets.task == Task::classification) {
    for (std::size_t i = 0; i < count; ++i) {
      const std::int32_t label = targets.classes[i];
      if (label != kNoLabel && (label < 0 || static_cast<std::size_t>(label) >= targets.outputs))
        fail<DataError>("dataset: ", rows.name, " ", i, " has class ", label, ", expected 0 to ", targets.outputs, " - 1, or ", kNoLabel,
                        " for unknown");
    }
    return;
  }
  if (count > 0 && targets.values.cols() != targets.outputs)
    fail<DataError>("dataset: target values have ", targets.values.cols(), " columns, expected ", targets.outputs);
  for (std::size_t i = 0; i < count; ++i)
    for (std::size_t c = 0; c < targets.outputs; ++c) {
      const float value = targets.values(i, c);
      if (std::isinf(value)) fail<DataError>("dataset: target ", c, " of ", rows.name, " ", i, " is infinite; use NaN for an unknown value");
      if (targets.task == Task::multilabel && !std::isnan(value) && value != 0 && value != 1)
        fail<DataError>("dataset: label ", c, " of ", rows.name, " ", i, " is ", value, ", expected 0, 1, or NaN for unknown");
    }
}

void check_split(const Split& split, std::size_t count, const Rows& rows) {
  const std::pair<const char*, const std::vector<NodeId>*> sets[] = {
      {"train", &split.train}, {"validation", &split.validation}, {"test", &split.test}};
  std::vector<const char*> owner(count, nullptr);
  for (const auto& [name, set] : sets)
    for (const NodeId row : *set) {
      if (row >= count) fail<DataError>("dataset: the ", name, " set names ", rows.name, " ", row, ", ", rows.whole, " has ", count);
      if (owner[row] != nullptr) fail<DataError>("dataset: ", rows.name, " ", row, " is in the ", name, " set and in the ", owner[row], " set");
      owner[row] = name;
    }
}

void check(const Dataset& data) {
  const std::size_t nodes = data.graph.num_nodes();
  const EdgeId arcs = data.graph.num_arcs();
  const auto* const dense = std::get_if<Variable>(&data.features);
  const std::size_t rows = dense != nullptr && !*dense ? 0 : rows_of(data.features);  // a Variable may hold nothing at all
  if (rows != nodes) fail<DataError>("dataset: features for ", rows, " nodes, the graph has ", nodes);
  if (data.arcs.features && data.arcs.features.rows() != arcs)
    fail<DataError>("dataset: edge features for ", data.arcs.features.rows(), " arcs, the graph has ", arcs);
  if (!data.arcs.type.empty() && data.arcs.type.size() != arcs)
    fail<DataError>("dataset: edge types for ", data.arcs.type.size(), " arcs, the graph has ", arcs);
  check_targets(data.targets, nodes, {});
  check_split(data.split, nodes, {});
}

}  // namespace edgewise::train
