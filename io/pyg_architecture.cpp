#include "pyg_architecture.hpp"

#include <nlohmann/json.hpp>
#include <optional>

#include "../graph/error.hpp"
#include "json_reader.hpp"

namespace edgewise::io {
namespace {

using models::StackLayer;
using nlohmann::json;
constexpr int kArchitectureFormat = 1;

/// One step and the errors that name it.
class Step {
 public:
  Step(const json& object, const std::string& file, std::size_t number) : object_(object), reader_(object, file) {
    type_ = reader_.bytes("type");
    name_ = object.contains("name") ? reader_.bytes("name") : "";
    where_ = file + ": step " + std::to_string(number) + " (" + (name_.empty() ? "" : name_ + ", ") + type_ + ")";
  }
  const std::string& type() const { return type_; }
  const std::string& name() const { return name_; }
  const std::string& where() const { return where_; }

  StackLayer layer(std::size_t edge_features) const {
    StackLayer to;
    to.of = reader_.counts("reads");
    if (type_ == "GATConv" || type_ == "GATv2Conv" || type_ == "TransformerConv") {
      to.type = type_ == "GATConv" ? "gat" : type_ == "GATv2Conv" ? "gatv2" : "transformer";
      to.heads = reader_.count("heads");
      to.concat = reader_.flag("concat");
      to.dropout = reader_.number("dropout");
      if (type_ != "TransformerConv") to.slope = reader_.number("negative_slope");
      to.edge_features = edge_columns(edge_features);
      if (type_ == "TransformerConv") {
        to.skip = reader_.flag("root_weight");
        to.gated = to.skip && reader_.flag_or("beta", false);
      }
    } else if (type_ == "GCNConv") {
      to.type = "gcn";
      to.normalize = reader_.flag("normalize");
      if (reader_.flag_or("improved", false)) refuse("improved=True");
      if (weighted()) to.edge_features = 1;
    } else if (type_ == "Linear") {
      to.type = "linear";
    } else if (type_ == "LayerNorm" || type_ == "BatchNorm") {
      to.type = type_ == "LayerNorm" ? "layer_norm" : "batch_norm";
      to.epsilon = reader_.number("epsilon");
    } else {
      to.type = type_;
      to.slope = reader_.number_or("negative_slope", to.slope);
      to.dropout = reader_.number_or("dropout", to.dropout);
      constexpr const char* kFunctions[] = {"elu", "relu", "gelu", "leaky_relu", "dropout", "add", "concat"};
      bool known = false;
      for (const char* function : kFunctions) known = known || type_ == function;
      if (!known)
        fail<DataError>(where_,
                        ": not known; known are GATConv, GATv2Conv, TransformerConv, GCNConv, Linear, LayerNorm, BatchNorm, elu, relu, gelu,"
                        " leaky_relu, dropout, add and concat");
    }
    if (object_.contains("in")) to.in = reader_.count("in");
    if (object_.contains("out")) to.out = reader_.count("out");
    return to;
  }

  /// A convolution that was called with edge weights: they are the one column of edge_attr.
  bool weighted() const { return reader_.flag_or("edge_weight", false); }

  /// Whether nodes attend to themselves here; nothing for a layer that asks no neighbours.
  std::optional<bool> self_loops() const {
    if (type_ == "TransformerConv") return false;
    if (!type_.ends_with("Conv")) return std::nullopt;
    return reader_.flag("add_self_loops");
  }

 private:
  std::size_t edge_columns(std::size_t given) const {
    if (!object_.contains("edge_dim") || object_["edge_dim"].is_null()) return 0;
    const std::size_t wanted = reader_.count("edge_dim");
    if (wanted != given) fail<DataError>(where_, ": edge_dim is ", wanted, ", the model was given ", given, " edge columns");
    return wanted;
  }
  [[noreturn]] void refuse(const std::string& what) const { fail<DataError>(where_, ": ", what, " is not known to edgewise"); }

  const json& object_;
  JsonReader reader_;
  std::string type_, name_, where_;
};

}  // namespace

PygArchitecture parse_pyg_architecture(const std::string& text, const std::string& file) {
  const json whole = parse_description_json(text, file, "pyg architecture", kArchitectureFormat);
  const JsonReader reader(whole, file);
  PygArchitecture to;
  to.options.model = "stack";
  to.options.in = reader.count("in");
  to.options.edge_features = reader.count("edge_features");
  to.schema.task = reader.choice(
      "task", std::vector<std::pair<const char*, train::Task>>{
                  {"classification", train::Task::classification}, {"multilabel", train::Task::multilabel}, {"regression", train::Task::regression}});
  to.schema.outputs = reader.list("outputs");
  to.schema.feature_columns = reader.list("feature_columns");
  to.schema.directed = true;
  for (std::size_t c = 0; c < to.options.edge_features; ++c) to.schema.edge_columns.push_back("edge_attr_" + std::to_string(c));

  const json& steps = reader.at("steps");
  if (!steps.is_array() || steps.empty()) fail<DataError>(file, ": 'steps' is no list of steps");
  std::optional<bool> loops;
  std::string said;
  bool weighted = false, featured = false;
  for (const json& object : steps) {
    const Step step(object, file, to.names.size() + 1);
    to.options.stack.push_back(step.layer(to.options.edge_features));
    to.names.push_back(step.name());
    to.pyg_type.push_back(step.type());
    weighted = weighted || step.weighted();
    featured = featured || (!step.weighted() && to.options.stack.back().edge_features > 0);
    if (weighted && featured && to.options.stack.back().edge_features > 0)
      fail<DataError>(step.where(), ": edges are weights in one layer and features in another; edgewise knows one meaning a model");
    const std::optional<bool> own = step.self_loops();
    if (own && loops && *own != *loops)
      fail<DataError>(step.where(), ": ", *own ? "adds self-loops" : "adds no self-loops", ", unlike ", said, "; one graph serves all layers");
    if (own && !loops) {
      loops = own;
      said = step.name();
    }
  }
  to.schema.self_loops = loops.value_or(false);
  to.schema.mean_loops = to.schema.self_loops && featured;
  to.schema.unit_loops = to.schema.self_loops && weighted;
  return to;
}

}  // namespace edgewise::io
