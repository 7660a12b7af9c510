#include "targets.hpp"

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

void check_nodes(const char* who, std::span<const NodeId> nodes, const Targets& targets) {
  const std::size_t count = rows_of(targets);
  for (const NodeId node : nodes)
    if (node >= count) fail<DataError>(who, ": node ", node, " is out of range, there are targets for ", count);
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

}  // namespace edgewise::train
