#include "pyg_import.hpp"

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <set>
#include <utility>

#include "../core/models/layer_stack.hpp"
#include "../graph/error.hpp"
#include "arc_data.hpp"
#include "pyg_architecture.hpp"
#include "safetensors.hpp"

namespace edgewise::io {
namespace {

using models::StackLayer;

/// Takes tensors out of a state dict and remembers which were asked for.
class StateDict {
 public:
  StateDict(SafeTensors content, std::string file) : file_(std::move(file)), content_(std::move(content)) {}

  bool has(const std::string& name) const { return content_.find(name) != nullptr; }
  /// The first of `names` that is there; a note and nullptr when none is.
  const NamedTensor* take(const std::string& layer, std::initializer_list<const char*> names) {
    std::string wanted;
    for (const char* name : names) {
      const std::string whole = layer.empty() ? name : layer + "." + name;
      used_.insert(whole);
      if (const NamedTensor* found = content_.find(whole)) return found;
      wanted += (wanted.empty() ? "" : " or ") + whole;
    }
    missing_.push_back(wanted);
    return nullptr;
  }
  /// Throws DataError listing what was missing and what nobody asked for.
  void finish() const {
    std::string text;
    const auto list = [&](const char* what, const std::vector<std::string>& names) {
      if (names.empty()) return;
      text += (text.empty() ? "" : "; ") + std::to_string(names.size()) + " " + what + ": ";
      for (std::size_t k = 0; k < names.size(); ++k) text += (k == 0 ? "" : ", ") + names[k];
    };
    std::vector<std::string> unexpected;
    for (const NamedTensor& tensor : content_.tensors)
      if (!used_.contains(tensor.name) && !tensor.name.ends_with("num_batches_tracked")) unexpected.push_back(tensor.name);
    list("missing", missing_);
    list("unexpected", unexpected);
    if (!text.empty()) fail<DataError>(file_, ": tensors do not fit the architecture: ", text);
  }
  const std::string& file() const { return file_; }

 private:
  std::string file_;
  SafeTensors content_;
  std::set<std::string> used_;
  std::vector<std::string> missing_;
};

Tensor transposed(const Tensor& x) {
  Tensor y(x.cols(), x.rows());
  for (std::size_t i = 0; i < x.rows(); ++i)
    for (std::size_t j = 0; j < x.cols(); ++j) y(j, i) = x(i, j);
  return y;
}

/// One layer's tensors under our names.
class LayerWeights {
 public:
  LayerWeights(StateDict& state, const std::string& layer, std::size_t number)
      : state_(state), layer_(layer), prefix_("layers." + std::to_string(number) + ".") {}

  void put(const char* ours, std::initializer_list<const char*> theirs, bool turned = false) {
    if (const NamedTensor* found = state_.take(layer_, theirs))
      tensors.push_back({prefix_ + ours, {}, turned ? transposed(found->value) : found->value});
  }
  /// A tensor that must say the same as one taken before, where it is there at all.
  void same(std::initializer_list<const char*> theirs, const char* ours) {
    for (const char* name : theirs) {
      const std::string whole = layer_ + "." + name;
      if (!state_.has(whole)) continue;
      const Tensor& second = state_.take(layer_, {name})->value;
      for (const NamedTensor& first : tensors)
        if (first.name == prefix_ + ours &&
            !std::equal(first.value.values().begin(), first.value.values().end(), second.values().begin(), second.values().end()))
          fail<DataError>(state_.file(), ": ", whole,
                          " differs from the matrix of the sources; edgewise knows one matrix for both (in_channels a number)");
    }
  }
  void ignore(std::initializer_list<const char*> theirs) {
    for (const char* name : theirs)
      if (has(name)) state_.take(layer_, {name});
  }
  bool has(const char* name) const { return state_.has(layer_ + "." + name); }

  std::vector<NamedTensor> tensors;

 private:
  StateDict& state_;
  std::string layer_, prefix_;
};

/// Fills `spec` with what only the weights tell, and takes them.
std::vector<NamedTensor> take_layer(StateDict& state, const std::string& name, std::size_t number, StackLayer& spec) {
  LayerWeights from(state, name, number);
  if (spec.type == "gat") {
    from.put("lin.weight", {"lin.weight", "lin_src.weight", "lin_l.weight"});
    from.same({"lin_dst.weight", "lin_r.weight"}, "lin.weight");
    from.put("att_src", {"att_src", "att_l"});
    from.put("att_dst", {"att_dst", "att_r"});
    if (spec.edge_features > 0) {
      from.put("lin_edge.weight", {"lin_edge.weight"});
      from.put("att_edge", {"att_edge"});
    }
  } else if (spec.type == "gatv2") {
    spec.shared = !from.has("lin_r.weight");
    spec.bias = from.has("lin_l.bias");
    from.put("lin_l.weight", {"lin_l.weight"});
    if (spec.bias) from.put("lin_l.bias", {"lin_l.bias"});
    if (!spec.shared) from.put("lin_r.weight", {"lin_r.weight"});
    if (!spec.shared && spec.bias) from.put("lin_r.bias", {"lin_r.bias"});
    from.put("att", {"att"});
    if (spec.edge_features > 0) from.put("lin_edge.weight", {"lin_edge.weight"});
  } else if (spec.type == "transformer") {
    spec.bias = from.has("lin_query.bias");
    for (const char* part : {"lin_query", "lin_key", "lin_value", "lin_skip"}) {
      const std::string weight = std::string(part) + ".weight", bias = std::string(part) + ".bias";
      if (std::string(part) == "lin_skip" && !spec.skip) {  // made but not used by root_weight=False
        from.ignore({weight.c_str(), bias.c_str()});
        continue;
      }
      from.put(weight.c_str(), {weight.c_str()});
      if (spec.bias) from.put(bias.c_str(), {bias.c_str()});
    }
    if (spec.edge_features > 0) from.put("lin_edge.weight", {"lin_edge.weight"});
    if (spec.gated)
      from.put("lin_beta.weight", {"lin_beta.weight"});
    else
      from.ignore({"lin_beta.weight"});  // made but not used by root_weight=False
    return from.tensors;
  } else if (spec.type == "gcn") {
    if (!from.has("lin.weight") && from.has("weight"))
      from.put("lin.weight", {"weight"}, true);
    else
      from.put("lin.weight", {"lin.weight"});
  } else if (spec.type == "linear") {
    from.put("weight", {"weight"});
  } else if (spec.type == "layer_norm" || spec.type == "batch_norm") {
    from.put("weight", {"weight", "module.weight"});
    from.put("bias", {"bias", "module.bias"});
    if (spec.type == "layer_norm") return from.tensors;
    from.put("running_mean", {"running_mean", "module.running_mean"});
    from.put("running_var", {"running_var", "module.running_var"});
    return from.tensors;
  } else {
    return {};
  }
  const bool bias = from.has("bias");
  if (spec.type == "gatv2" && bias != spec.bias) fail<DataError>(state.file(), ": ", name, " has only some of its biases");
  spec.bias = bias;
  if (bias) from.put("bias", {"bias"});
  spec.skip = from.has("res.weight");
  if (spec.skip) from.put("res.weight", {"res.weight"});
  return from.tensors;
}

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

const NamedTensor& wanted(const SafeTensors& content, const std::string& name, const std::string& file) {
  if (const NamedTensor* found = content.find(name)) return *found;
  fail<DataError>(file, ": tensor '", name, "' is missing; export_pyg.py writes it");
}

ImportedNodeModel assemble(StateDict state, PygArchitecture architecture) {
  models::NodeModelOptions& options = architecture.options;
  options.out = complete_widths(options.stack, options.in);

  SafeTensors content;
  for (std::size_t k = 0; k < options.stack.size(); ++k)
    for (NamedTensor& tensor : take_layer(state, architecture.names[k], k, options.stack[k])) content.tensors.push_back(std::move(tensor));
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

GoldenReport check_golden(const ImportedNodeModel& imported, const std::string& golden_path, double tolerance) {
  const SafeTensors golden = load_safetensors(golden_path);
  const NodeSchema& schema = imported.trained.schema;
  const Tensor& x = wanted(golden, "x", golden_path).value;
  const Tensor& ends = wanted(golden, "edge_index", golden_path).value;
  if (ends.rows() != 2) fail<DataError>(golden_path, ": edge_index has ", ends.rows(), " rows, expected 2");
  std::vector<Edge> edges(ends.cols());
  for (std::size_t e = 0; e < edges.size(); ++e) {
    for (const float end : {ends(0, e), ends(1, e)})
      if (!(end >= 0 && end < static_cast<float>(x.rows()) && end == std::floor(end)))
        fail<DataError>(golden_path, ": edge ", e, " ends at ", end, ", expected a node from 0 to ", x.rows() - 1);
    edges[e] = {static_cast<NodeId>(ends(0, e)), static_cast<NodeId>(ends(1, e))};
  }
  const BuiltGraph built =
      build_graph(static_cast<NodeId>(x.rows()), edges, {.directed = true, .parallel = Parallel::keep, .self_loops = schema.self_loops});

  EdgeData data;
  std::vector<std::vector<float>> columns(imported.trained.model->options().edge_features);
  if (!columns.empty()) {
    const Tensor& attributes = wanted(golden, "edge_attr", golden_path).value;
    if (attributes.rows() != edges.size() || attributes.cols() != columns.size())
      fail<DataError>(golden_path, ": edge_attr is ", attributes.rows(), " x ", attributes.cols(), ", expected ", edges.size(), " x ",
                      columns.size());
    for (std::size_t c = 0; c < columns.size(); ++c) {
      for (std::size_t e = 0; e < edges.size(); ++e) columns[c].push_back(attributes(e, c));
      data.columns.emplace_back(columns[c]);
    }
  }
  const auto* stack = dynamic_cast<const models::LayerStack*>(imported.trained.model.get());
  if (stack == nullptr) fail<UsageError>("check_golden: not a model of single layers");
  const std::vector<Tensor> results = stack->results(built.graph, Variable(x), arc_data(built, edges, schema, data));

  GoldenReport report;
  for (std::size_t k = 0; k < results.size(); ++k) {
    const Tensor& recorded = wanted(golden, "step." + std::to_string(k + 1), golden_path).value;
    const std::string& layer = imported.layers[k];
    if (recorded.rows() != results[k].rows() || recorded.cols() != results[k].cols())
      fail<DataError>(golden_path, ": step.", k + 1, " is ", recorded.rows(), " x ", recorded.cols(), ", layer ", layer, " gives ", results[k].rows(),
                      " x ", results[k].cols());
    double size = 1, difference = 0;
    for (std::size_t i = 0; i < recorded.size(); ++i) {
      const double theirs = static_cast<double>(recorded.values()[i]), ours = static_cast<double>(results[k].values()[i]);
      size = std::max(size, std::abs(theirs));
      if (!(std::abs(ours - theirs) <= difference)) difference = std::abs(ours - theirs);  // a NaN stays
    }
    if (!(difference / size <= tolerance))
      fail<NumericError>(golden_path, ": layer ", k + 1, ", ", layer, ", differs by ", difference, " from what was recorded (largest ", size,
                         "), more than the tolerance of ", tolerance);
    if (difference / size >= report.largest) report = {difference / size, layer};
  }
  return report;
}

}  // namespace edgewise::io
