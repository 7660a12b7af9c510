#pragma once
/// What is to be predicted of each node, or of each graph: a class, labels or numbers.
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "../../graph/api.hpp"
#include "../../graph/ids.hpp"
#include "../tensor.hpp"

namespace edgewise::train {
EDGEWISE_API_BEGIN

/// What is predicted: one class of several, any number of labels, or numbers.
enum class Task { classification, multilabel, regression };
/// The class of a node whose class is not known.
inline constexpr std::int32_t kNoLabel = -1;

/// Targets of n nodes under one of three tasks.
struct Targets {
  Task task = Task::classification;   ///< decides which of the tables below counts
  std::size_t outputs = 0;            ///< classes; labels; values
  std::vector<std::int32_t> classes;  ///< classification: n class numbers, kNoLabel where unknown
  Tensor values;                      ///< multilabel (0 or 1) and regression: n x outputs, NaN where unknown
};

/// Number of nodes the targets speak of.
std::size_t rows_of(const Targets& targets);
/// True when the node has a class, or at least one known value.
bool has_target(const Targets& targets, NodeId node);

/// Throws DataError naming the first node that the targets do not speak of; `who` opens the message.
void check_nodes(const char* who, std::span<const NodeId> nodes, const Targets& targets);

/// What messages call the rows of targets, and what holds them.
struct Rows {
  const char* name = "node";        ///< what a row is
  const char* whole = "the graph";  ///< what the rows belong to
};
/// Throws DataError naming the row when there are not `count` targets, a class is neither kNoLabel nor below `outputs`, a label is none of 0, 1 and
/// NaN, a value is infinite, or the columns are not `outputs`.
void check_targets(const Targets& targets, std::size_t count, const Rows& rows);

EDGEWISE_API_END
}  // namespace edgewise::train
