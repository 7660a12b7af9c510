#include "model_file.hpp"

#include <cmath>
#include <filesystem>
#include <new>
#include <optional>

#include "../graph/error.hpp"
#include "model_description.hpp"
#include "output_file.hpp"
#include "safetensors.hpp"

namespace edgewise::io {
namespace {

using models::NodeModel;
using models::NodeModelOptions;
constexpr const char* kDescription = "edgewise";  // the key in __metadata__

/// Parameters and buffers: all that a model must find again.
nn::NamedParameters<float> state_of(const NodeModel& model) {
  nn::NamedParameters<float> state = model.parameters();
  for (auto& buffer : model.buffers()) state.push_back(std::move(buffer));
  return state;
}

std::optional<std::size_t> not_finite(std::span<const float> values) {
  for (std::size_t i = 0; i < values.size(); ++i)
    if (!std::isfinite(values[i])) return i;
  return std::nullopt;
}

std::vector<std::string> counted(std::size_t from, std::size_t count) {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < count; ++i) names.push_back(std::to_string(from + i));
  return names;
}

NodeSchema complete(NodeSchema schema, const NodeModelOptions& options) {
  if (schema.outputs.empty()) schema.outputs = counted(0, options.out);
  if (schema.encoding.empty() && schema.feature_columns.empty()) schema.feature_columns = counted(1, options.in);
  return schema;
}

/// A few changed digits in a description must not make us reserve terabytes: every model holds at least in x width, width x out and
/// one number for each layer, head, edge column and arc type that it uses.
void check_size(const NodeModelOptions& options, std::size_t numbers, const std::string& file) {
  const bool attends = options.model != "gcn" && options.model != "mlp";
  const bool hidden = options.layers > 1 || options.input_layer;
  const auto fits = [&](std::size_t a, std::size_t b) { return a == 0 || b <= numbers / a; };
  bool whole = fits(options.layers, 1) && fits(options.in, hidden ? options.hidden : options.out) && fits(hidden ? options.hidden : 1, options.out);
  if (hidden) whole = whole && fits(options.hidden, 1) && (!attends || fits(options.heads, 1));
  if (attends) whole = whole && fits(options.out_heads, 1) && fits(options.edge_features, 1) && fits(options.edge_types, 1);
  if (!whole)
    fail<DataError>(file, ": the description asks for a larger model than the ", numbers, " numbers in the file can fill; the file is damaged");
}

std::unique_ptr<NodeModel> make_model(const NodeModelOptions& options, const std::string& file) {
  try {
    return models::make_node_model<float>(options, 0);
  } catch (const UsageError& error) {
    fail<DataError>(file, ": the description asks for a model that cannot be built: ", error.what());
  } catch (const std::bad_alloc&) {
    fail<DataError>(file, ": the model does not fit into memory");
  }
}

void fill(NodeModel& model, const SafeTensors& content, const std::string& file) {
  std::size_t used = 0;
  for (auto& [name, variable] : state_of(model)) {
    const NamedTensor* const stored = content.find(name);
    if (stored == nullptr) fail<DataError>(file, ": tensor '", name, "' is missing");
    const Tensor& from = stored->value;
    if (from.rows() != variable.rows() || from.cols() != variable.cols())
      fail<DataError>(file, ": tensor '", name, "' is ", from.rows(), " x ", from.cols(), ", the description asks for ", variable.rows(), " x ",
                      variable.cols());
    if (const auto place = not_finite(from.values())) fail<DataError>(file, ": tensor '", name, "' is not finite at place ", *place);
    variable.mutable_value() = from;
    ++used;
  }
  if (used == content.tensors.size()) return;
  for (const NamedTensor& tensor : content.tensors) {
    bool known = false;
    for (const auto& [name, variable] : state_of(model)) known = known || name == tensor.name;
    if (!known) fail<DataError>(file, ": tensor '", tensor.name, "' belongs to no part of the model");
  }
}

}  // namespace

std::string node_model_bytes(const NodeModel& model, const NodeSchema& schema) {
  const NodeModelOptions& options = model.options();
  SafeTensors content;
  const NodeSchema whole = complete(schema, options);
  if (whole.outputs.size() != options.out) fail<ShapeError>("model file: ", whole.outputs.size(), " output names for ", options.out, " outputs");
  if (whole.encoding.empty() && whole.feature_columns.size() != options.in)
    fail<ShapeError>("model file: ", whole.feature_columns.size(), " feature columns for a model of ", options.in);
  if (whole.edge_columns.size() != options.edge_features || arc_types(whole) != options.edge_types)
    fail<ShapeError>("model file: the schema has ", whole.edge_columns.size(), " edge columns and ", arc_types(whole), " arc types, the model ",
                     options.edge_features, " and ", options.edge_types, "; see drop_unused_arcs");
  content.metadata[kDescription] = description_text({options, whole});
  for (auto& [name, variable] : state_of(model)) {
    if (const auto place = not_finite(variable.value().values()))
      fail<NumericError>("model file: '", name, "' is not finite at place ", *place, "; nothing was written");
    content.tensors.push_back({name, {}, variable.value()});
  }
  return to_safetensors(content);
}

TrainedNodeModel parse_node_model(std::span<const char> bytes, const std::string& name) {
  const SafeTensors content = parse_safetensors(bytes, name);
  const auto text = content.metadata.find(kDescription);
  if (text == content.metadata.end())
    fail<DataError>(name, ": holds tensors but no edgewise model (no '", kDescription,
                    "' in __metadata__); give a file that 'edgewise node train' wrote");
  NodeModelDescription description = parse_description(text->second, name);
  std::size_t numbers = 0;
  for (const NamedTensor& tensor : content.tensors) numbers += tensor.value.size();
  check_size(description.options, numbers, name);
  TrainedNodeModel trained{make_model(description.options, name), std::move(description.schema)};
  fill(*trained.model, content, name);
  return trained;
}

void save_node_model(const std::string& path, const NodeModel& model, const NodeSchema& schema) { write_file(path, node_model_bytes(model, schema)); }

TrainedNodeModel load_node_model(const std::string& path) {
  if (!std::filesystem::is_directory(path)) return parse_node_model(read_bytes(path), path);
  const std::string file = (std::filesystem::path(path) / "model.safetensors").string();
  if (!std::filesystem::exists(file))
    fail<DataError>(path, ": no model.safetensors in this folder; a finished 'edgewise node train --out ", path, "' puts it there");
  return parse_node_model(read_bytes(file), file);
}

}  // namespace edgewise::io
