#include "layer_stack.hpp"

#include <algorithm>
#include <map>
#include <utility>

#include "../../graph/error.hpp"
#include "../nn/gat.hpp"
#include "../nn/gatv2.hpp"
#include "../nn/gcn.hpp"
#include "../nn/transformer_conv.hpp"
#include "../ops/activation.hpp"
#include "../ops/batch_norm.hpp"
#include "../ops/dropout.hpp"
#include "../ops/elementwise.hpp"
#include "../ops/normalize.hpp"
#include "attention_layers.hpp"

namespace edgewise::models {
namespace {

bool joins(const std::string& type) { return type == "add" || type == "concat"; }

/// Follows the columns through the stack; the errors name the layer.
void check(const NodeModelOptions& options) {
  const std::vector<std::string> types = stack_layer_types();
  std::vector<std::size_t> columns = {options.in};
  for (std::size_t k = 0; k < options.stack.size(); ++k) {
    const StackLayer& layer = options.stack[k];
    const std::string where = "layer " + std::to_string(k + 1) + " of the stack (" + layer.type + ")";
    if (std::find(types.begin(), types.end(), layer.type) == types.end()) fail<UsageError>(where, ": unknown type");
    for (const std::size_t from : layer.of)
      if (from > k) fail<UsageError>(where, ": reads result ", from, ", expected at most ", k, " (0 is the input)");
    if (!joins(layer.type) && layer.of.size() > 1) fail<UsageError>(where, ": reads ", layer.of.size(), " results, expected one");
    if (joins(layer.type) && layer.of.size() < 2) fail<UsageError>(where, ": reads ", layer.of.size(), " results, expected two or more");
    const std::size_t before = columns[layer.of.empty() ? k : layer.of[0]];
    std::size_t after = before;
    const bool multiplies = is_attention_layer(layer.type) || layer.type == "gcn" || layer.type == "linear";
    if (multiplies) {
      if (layer.in != before) fail<UsageError>(where, ": in is ", layer.in, ", it gets ", before, " columns");
      if (layer.out == 0) fail<UsageError>(where, ": out is 0, expected at least 1");
      after = layer.out;
    }
    if (is_attention_layer(layer.type)) {
      if (layer.heads == 0 || (layer.concat && layer.out % layer.heads != 0))
        fail<UsageError>(where, ": heads = ", layer.heads, " does not divide out = ", layer.out);
      if (layer.gated && (layer.type != "transformer" || !layer.skip)) fail<UsageError>(where, ": gated, expected a transformer with skip");
    }
    if (layer.edge_features != 0 && layer.edge_features != options.edge_features)
      fail<UsageError>(where, ": edge_features is ", layer.edge_features, ", the model's arcs carry ", options.edge_features);
    if (layer.type == "gcn" && layer.edge_features > 1)
      fail<UsageError>(where, ": edge_features is ", layer.edge_features, ", expected one weight an arc");
    if ((layer.type == "layer_norm" || layer.type == "batch_norm") && layer.out != before)
      fail<UsageError>(where, ": out is ", layer.out, ", it gets ", before, " columns");
    if (!(layer.dropout >= 0 && layer.dropout < 1)) fail<UsageError>(where, ": dropout is ", layer.dropout, ", expected 0 <= dropout < 1");
    if (layer.type == "concat") after = 0;
    for (const std::size_t from : layer.of) {
      if (layer.type == "concat") after += columns[from];
      if (layer.type == "add" && columns[from] != before) fail<UsageError>(where, ": adds tables of ", before, " and ", columns[from], " columns");
    }
    columns.push_back(after);
  }
  if (options.stack.empty()) fail<UsageError>("the stack has no layers");
  if (columns.back() != options.out) fail<UsageError>("the stack ends with ", columns.back(), " columns, out is ", options.out);
}

}  // namespace

std::vector<std::string> stack_layer_types() {
  return {"gat", "gatv2", "transformer", "gcn",        "linear",  "layer_norm", "batch_norm",
          "elu", "relu",  "gelu",        "leaky_relu", "dropout", "add",        "concat"};
}

/// A layer with whatever its type needs of the rest.
template <class Real>
struct BasicLayerStack<Real>::Layer final : nn::BasicModule<Real> {
  Layer(const StackLayer& options, Rng& rng) : spec(options) {
    if (is_attention_layer(spec.type)) make_attention(rng);
    if (spec.type == "gcn") {
      graph_layer = std::make_shared<nn::BasicGcn<Real>>(
          spec.in, spec.out, rng, nn::GcnOptions{.normalize = spec.normalize, .weighted = spec.edge_features > 0, .bias = spec.bias});
      this->add_child("", *graph_layer);
    } else if (spec.type == "linear") {
      linear.emplace(spec.in, spec.out, rng, nn::LinearOptions{.bias = spec.bias});
      this->add_child("", *linear);
    } else if (spec.type == "layer_norm" || spec.type == "batch_norm") {
      weight = this->add_parameter("weight", BasicTensor<Real>::filled(1, spec.out, 1));
      bias = this->add_parameter("bias", BasicTensor<Real>(1, spec.out));
      if (spec.type == "layer_norm") return;
      mean = this->add_buffer("running_mean", BasicTensor<Real>(1, spec.out));
      variance = this->add_buffer("running_var", BasicTensor<Real>::filled(1, spec.out, 1));
    }
  }

  void make_attention(Rng& rng) {
    const nn::AttentionLayerOptions options{.heads = spec.heads,
                                            .head_mix = spec.concat ? HeadMix::concat : HeadMix::mean,
                                            .slope = spec.slope,
                                            .dropout = spec.dropout,
                                            .edge_features = spec.edge_features,
                                            .root_weight = spec.skip,
                                            .bias = spec.bias};
    const std::size_t head_dim = spec.concat ? spec.out / spec.heads : spec.out;
    if (spec.type == "gat") graph_layer = std::make_shared<nn::BasicGat<Real>>(spec.in, head_dim, options, rng);
    if (spec.type == "gatv2") graph_layer = std::make_shared<nn::BasicGatv2<Real>>(spec.in, head_dim, options, rng, spec.shared);
    if (spec.type == "transformer") graph_layer = std::make_shared<nn::BasicTransformerConv<Real>>(spec.in, head_dim, options, spec.gated, rng);
    this->add_child("", *graph_layer);
  }

  BasicVariable<Real> on_graph(const Graph& graph, const BasicInput<Real>& x, const BasicArcs<Real>& arcs, nn::Pass& pass) const {
    return graph_layer->forward(graph, x, spec.edge_features > 0 ? arcs : kNoArcs, pass);
  }

  BasicVariable<Real> on_rows(const BasicVariable<Real>& x, nn::Pass& pass) const {
    if (spec.type == "elu") return ops::elu(x);
    if (spec.type == "relu") return ops::relu(x);
    if (spec.type == "gelu") return ops::gelu(x);
    if (spec.type == "leaky_relu") return ops::leaky_relu(x, static_cast<Real>(spec.slope));
    if (spec.type == "layer_norm") return ops::layer_norm(x, weight, bias, static_cast<Real>(spec.epsilon));
    return ops::batch_norm(x, weight, bias, mean, variance, pass.trains(), Real(0.1), static_cast<Real>(spec.epsilon));
  }

  inline static const BasicArcs<Real> kNoArcs{};
  StackLayer spec;
  std::shared_ptr<const nn::BasicGraphLayer<Real>> graph_layer;
  std::optional<nn::BasicLinear<Real>> linear;
  BasicVariable<Real> weight, bias, mean, variance;
};

template <class Real>
BasicLayerStack<Real>::BasicLayerStack(const NodeModelOptions& options, Rng& rng) : BasicNodeModel<Real>(options) {
  check(options);
  last_reader_.assign(options.stack.size() + 1, 0);
  for (std::size_t k = 0; k < options.stack.size(); ++k) {
    layers_.push_back(std::make_shared<Layer>(options.stack[k], rng));
    this->add_child("layers." + std::to_string(k), *layers_.back());
    if (options.stack[k].of.empty()) last_reader_[k] = k + 1;
    for (const std::size_t from : options.stack[k].of) last_reader_[from] = k + 1;
  }
}

template <class Real>
BasicVariable<Real> BasicLayerStack<Real>::run(const Graph& graph, const BasicInput<Real>& x, const BasicArcs<Real>& arcs, nn::Pass& pass,
                                               Keep* results, Keep* weights) const {
  nn::detail::check_graph_input("layer stack", graph, x, this->options_.in);
  ScratchVector<BasicInput<Real>> result(layers_.size() + 1);  // sparse rows stay sparse up to the first product
  result[0] = x;

  for (std::size_t k = 0; k < layers_.size(); ++k) {
    const Layer& layer = *layers_[k];
    const std::size_t from = layer.spec.of.empty() ? k : layer.spec.of[0];
    const BasicInput<Real>& in = result[from];
    const auto dense = [&](std::size_t r) {
      if (!std::holds_alternative<BasicSparse<Real>>(result[r])) return dense_of(result[r]);
      fail<UsageError>("layer ", k + 1, " of the stack (", layer.spec.type, ") cannot read sparse features; give a dense table");
    };
    if (layer.graph_layer) {
      result[k + 1] = layer.on_graph(graph, in, arcs, pass);
      if (weights != nullptr && is_attention_layer(layer.spec.type))
        weights->push_back(layer.graph_layer->weights(graph, in, layer.spec.edge_features > 0 ? arcs : Layer::kNoArcs));
    } else if (layer.linear) {
      result[k + 1] = layer.linear->forward(in);
    } else if (layer.spec.type == "dropout") {
      result[k + 1] = pass.trains() && layer.spec.dropout > 0 ? ops::dropout(in, layer.spec.dropout, pass.next_key()) : in;
    } else if (layer.spec.type == "concat") {
      ScratchVector<BasicVariable<Real>> parts;
      for (const std::size_t part : layer.spec.of) parts.push_back(dense(part));
      result[k + 1] = ops::concat(parts);
    } else if (layer.spec.type == "add") {
      BasicVariable<Real> sum = dense(layer.spec.of[0]);
      for (std::size_t p = 1; p < layer.spec.of.size(); ++p) sum = ops::add(sum, dense(layer.spec.of[p]));
      result[k + 1] = sum;
    } else {
      result[k + 1] = layer.on_rows(dense(from), pass);
    }
    if (results != nullptr) results->push_back(dense(k + 1).value());
    for (std::size_t r = 0; r <= k; ++r)
      if (last_reader_[r] == k + 1) result[r] = BasicVariable<Real>();
  }
  if (auto* last = std::get_if<BasicVariable<Real>>(&result.back())) return std::move(*last);
  fail<UsageError>("layer stack: nothing but dropout stands in it");
}

template <class Real>
BasicVariable<Real> BasicLayerStack<Real>::forward(const Graph& graph, const BasicInput<Real>& x, const BasicArcs<Real>& arcs, nn::Pass& pass) const {
  return run(graph, x, arcs, pass, nullptr, nullptr);
}

template <class Real>
std::vector<BasicTensor<Real>> BasicLayerStack<Real>::attention(const Graph& graph, const BasicInput<Real>& x, const BasicArcs<Real>& arcs) const {
  const NoGrad quiet;
  nn::Pass pass;
  Keep weights;
  run(graph, x, arcs, pass, nullptr, &weights);
  return weights;
}

template <class Real>
std::vector<BasicTensor<Real>> BasicLayerStack<Real>::results(const Graph& graph, const BasicInput<Real>& x, const BasicArcs<Real>& arcs) const {
  const NoGrad quiet;
  nn::Pass pass;
  Keep results;
  run(graph, x, arcs, pass, &results, nullptr);
  return results;
}

template class BasicLayerStack<float>;
template class BasicLayerStack<double>;

}  // namespace edgewise::models
