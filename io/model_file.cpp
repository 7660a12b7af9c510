#include "model_file.hpp"

#include <algorithm>
#include <new>

#include "../graph/error.hpp"
#include "../graph/transform.hpp"
#include "model_description.hpp"
#include "model_state.hpp"
#include "output_file.hpp"
#include "safetensors.hpp"

namespace edgewise::io {
namespace {

using models::NodeModel;
using models::NodeModelOptions;

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

/// The same for a stack: each matrix and each table of its layers.
void check_stack_size(const NodeModelOptions& options, std::size_t numbers, const std::string& file) {
  for (const models::StackLayer& layer : options.stack)
    if (layer.out > numbers || (layer.out > 0 && layer.in > numbers / layer.out) || layer.heads > numbers || layer.edge_features > numbers ||
        (!layer.concat && layer.heads > 0 && layer.out > numbers / layer.heads))
      fail<DataError>(file, ": the description asks for a larger ", layer.type, " layer than the ", numbers,
                      " numbers in the file can fill; the file is damaged");
}

/// A few changed digits in a description must not make us reserve terabytes: every model holds at least in x width, width x out and
/// one number for each layer, head, edge column and arc type that it uses.
void check_size(const NodeModelOptions& options, std::size_t numbers, const std::string& file) {
  if (options.model == "stack") return check_stack_size(options, numbers, file);
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

[[noreturn]] void refuse_empty() { fail<UsageError>("predict: there is no network in this model; it was moved from, or never loaded"); }

/// The first node without an arc to itself.
std::optional<NodeId> without_loop(const Graph& graph) {
  const Csr& in = graph.in_edges();
  for (NodeId i = 0; i < in.rows(); ++i)
    if (!std::binary_search(in.row(i).begin(), in.row(i).end(), i)) return i;
  return std::nullopt;
}

}  // namespace

Graph TrainedNodeModel::prepare(const Graph& graph) const { return schema.self_loops && without_loop(graph) ? add_self_loops(graph).graph : graph; }

Tensor TrainedNodeModel::predict(const Graph& graph, const Input& features, const Arcs& arcs) const {
  if (model == nullptr) refuse_empty();
  if (schema.self_loops)
    if (const auto node = without_loop(graph)) {
      if (arcs.features || !arcs.type.empty())
        fail<ShapeError>("predict: node ", *node,
                         " has no self-loop, and the model was trained with one at every node; pass the graph through prepare()");
      return predict(prepare(graph), features);
    }
  return train::probabilities(train::predict(*model, graph, features, arcs), schema.task);
}

Tensor TrainedNodeModel::predict(const Graph& graph, const Input& features, Workspace& workspace) const {
  return predict(graph, features, {}, workspace);
}

Tensor TrainedNodeModel::predict(const Graph& graph, const Input& features, const Arcs& arcs, Workspace& workspace) const {
  const WorkspaceScope scope(workspace);
  return predict(graph, features, arcs);
}

void TrainedNodeModel::predict_into(const Graph& graph, const Input& features, MutableTensorView scores, Workspace& workspace) const {
  predict_into(graph, features, {}, scores, workspace);
}

void TrainedNodeModel::predict_into(const Graph& graph, const Input& features, const Arcs& arcs, MutableTensorView scores,
                                    Workspace& workspace) const {
  if (model == nullptr) refuse_empty();
  const std::size_t outputs = model->options().out;  // what is written, whatever the schema says
  if (scores.rows != graph.num_nodes() || scores.cols != outputs)
    fail<ShapeError>("predict_into: scores are ", scores.rows, " x ", scores.cols, ", expected nodes x outputs = ", graph.num_nodes(), " x ",
                     outputs);
  if (scores.rows > 0 && scores.cols > 0 && (scores.data == nullptr || scores.stride < scores.cols))
    fail<ShapeError>("predict_into: scores are a view with a stride of ", scores.stride, scores.data == nullptr ? " onto nothing" : "",
                     "; make it by MutableTensorView::of, which checks");
  const Tensor made = predict(graph, features, arcs, workspace);
  if (made.rows() > 0 && made.cols() != outputs)  // a network of one's own may say one thing and do another
    fail<ShapeError>("predict_into: the model gave ", made.cols(), " columns, its options say ", outputs);
  for (std::size_t i = 0; i < made.rows(); ++i) std::copy_n(made.row(i).data(), made.cols(), scores.row(i));
}

std::string node_model_bytes(const NodeModel& model, const NodeSchema& schema) {
  const NodeModelOptions& options = model.options();
  const std::vector<std::string> known = models::node_model_names();
  if (options.model != "stack" && std::find(known.begin(), known.end(), options.model) == known.end())
    fail<UsageError>("model file: no file can say how a '", options.model,
                     "' is built again; save_safetensors keeps the tensors of a model of your own");
  SafeTensors content;
  const NodeSchema whole = complete(schema, options);
  if (whole.outputs.size() != options.out) fail<ShapeError>("model file: ", whole.outputs.size(), " output names for ", options.out, " outputs");
  if (whole.encoding.empty() && whole.feature_columns.size() != options.in)
    fail<ShapeError>("model file: ", whole.feature_columns.size(), " feature columns for a model of ", options.in);
  if (whole.edge_columns.size() != options.edge_features || arc_types(whole) != options.edge_types)
    fail<ShapeError>("model file: the schema has ", whole.edge_columns.size(), " edge columns and ", arc_types(whole), " arc types, the model ",
                     options.edge_features, " and ", options.edge_types, "; see drop_unused_arcs");
  content.metadata[kDescriptionKey] = description_text({options, whole});
  put_state(model, content);
  return to_safetensors(content);
}

TrainedNodeModel node_model_of(const NodeModelOptions& options, const NodeSchema& schema, const SafeTensors& content, const std::string& name) {
  std::size_t numbers = 0;
  for (const NamedTensor& tensor : content.tensors) numbers += tensor.value.size();
  check_size(options, numbers, name);
  TrainedNodeModel trained{make_model(options, name), complete(schema, options)};
  take_state(*trained.model, content, name);
  return trained;
}

TrainedNodeModel parse_node_model(std::span<const char> bytes, const std::string& name) {
  const SafeTensors content = parse_safetensors(bytes, name);
  const NodeModelDescription description = parse_description(description_of(content, name, "node train"), name);
  return node_model_of(description.options, description.schema, content, name);
}

void save_node_model(const std::string& path, const NodeModel& model, const NodeSchema& schema) { write_file(path, node_model_bytes(model, schema)); }

TrainedNodeModel load_node_model(const std::string& path) {
  const std::string file = model_path(path, "node train");
  return parse_node_model(read_bytes(file), file);
}

}  // namespace edgewise::io
