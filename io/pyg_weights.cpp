#include "pyg_weights.hpp"

#include <algorithm>
#include <utility>

#include "../graph/error.hpp"

namespace edgewise::io {
namespace {

using models::StackLayer;

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

}  // namespace

StateDict::StateDict(SafeTensors content, std::string file) : file_(std::move(file)), content_(std::move(content)) {}

const NamedTensor* StateDict::take(const std::string& layer, std::initializer_list<const char*> names) {
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

void StateDict::finish() const {
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

std::vector<NamedTensor> take_pyg_layer(StateDict& state, const std::string& name, std::size_t number, StackLayer& spec) {
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

}  // namespace edgewise::io
