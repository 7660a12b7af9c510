#pragma once
/// What docs/examples/export_pyg.py says of a PyTorch Geometric model: architecture.json.
///   {"format": 1, "kind": "pyg architecture", "in": 5, "edge_features": 0, "task": "classification", "outputs": ["a", "b"], "steps": [
///     {"type": "GATConv", "name": "conv1", "in": 5, "out": 8, "heads": 2, "concat": true, ..., "reads": [0]},
///     {"type": "elu", "reads": [1]}, ...]}
#include <string>
#include <vector>

#include "../graph/api.hpp"
#include "node_data.hpp"

namespace edgewise::io {
EDGEWISE_API_BEGIN

/// The file, in our words.
struct PygArchitecture {
  models::NodeModelOptions options;   ///< model "stack"; widths, heads and reads as the file says, biases and skips as the weights do (pyg_import)
  NodeSchema schema;                  ///< directed: an edge_index holds arcs
  std::vector<std::string> names;     ///< of the module behind each layer, "" for a function
  std::vector<std::string> pyg_type;  ///< "GATConv"; of a function its name
};

/// Throws   DataError that opens with `file` for damage, a type or an option that is not known (named, with what is), and for layers that
///          disagree whether nodes attend to themselves (the graph is one for all).
PygArchitecture parse_pyg_architecture(const std::string& text, const std::string& file);

EDGEWISE_API_END
}  // namespace edgewise::io
