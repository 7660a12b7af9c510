#pragma once
/// Prediction: what a node model says of a graph, and what that means under a task.
#include "../../graph/api.hpp"
#include "../../graph/graph.hpp"
#include "../input.hpp"
#include "../models/node_model.hpp"
#include "targets.hpp"

namespace edgewise::train {
EDGEWISE_API_BEGIN

/// Raw output (logits or values), n x out, with nothing recorded and nothing dropped.
/// Throws   ShapeError when features or arcs are not what the model was made for, or a table is a view onto nothing.
Tensor predict(const models::NodeModel& model, const Graph& graph, const Input& features, const models::Arcs& arcs);
/// Softmax rows, sigmoid, or unchanged, by task.
Tensor probabilities(Tensor output, Task task);

EDGEWISE_API_END
}  // namespace edgewise::train
