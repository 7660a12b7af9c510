#include "pyg_import.hpp"

#include <utility>

#include "../graph/error.hpp"
#include "pyg_architecture.hpp"
#include "pyg_weights.hpp"
#include "safetensors.hpp"

namespace edgewise::io {
namespace {

using models::StackLayer;

/// Columns that the file leaves to the layers before: norms have the width of what they read, the last layer gives the output.
std::size_t complete_widths(std::vector<StackLayer>& stack, std::size_t in) {
  std::vector<std::size_t> columns = {in};
  for (StackLayer& layer : stack) {
    std::size_t width = 0;
    for (const std::size_t from : layer.of) {
      const std::size_t part = from < columns.size() ? columns[from] : 0;
      width = layer.type == "concat" ? width + part : part;
    }
    if (layer.type == "layer_norm" || layer.type == "batch_norm") layer.out = width;
    columns.push_back(layer.out > 0 ? layer.out : width);
  }
  return columns.back();
}

ImportedNodeModel assemble(StateDict state, PygArchitecture architecture) {
  models::NodeModelOptions& options = architecture.options;
  options.out = complete_widths(options.stack, options.in);

  SafeTensors content;
  for (std::size_t k = 0; k < options.stack.size(); ++k)
    for (NamedTensor& tensor : take_pyg_layer(state, architecture.names[k], k, options.stack[k])) content.tensors.push_back(std::move(tensor));
  state.finish();

  ImportedNodeModel imported;
  imported.trained = node_model_of(options, architecture.schema, content, state.file());
  for (std::size_t k = 0; k < options.stack.size(); ++k)
    imported.layers.push_back(architecture.names[k].empty() ? architecture.pyg_type[k]
                                                            : architecture.names[k] + " (" + architecture.pyg_type[k] + ")");
  return imported;
}

}  // namespace

ImportedNodeModel import_pyg(const std::string& weights_path, const std::string& architecture_path) {
  PygArchitecture architecture = parse_pyg_architecture(read_bytes(architecture_path), architecture_path);
  return assemble({load_safetensors(weights_path), weights_path}, std::move(architecture));
}

ImportedNodeModel import_pyg(std::span<const char> weights, const std::string& architecture, const std::string& name) {
  const std::string file = name + " weights";
  return assemble({parse_safetensors(weights, file), file}, parse_pyg_architecture(architecture, name + " architecture"));
}

}  // namespace edgewise::io
