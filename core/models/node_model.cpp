#include "node_model.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "../../graph/error.hpp"
#include "../nn/block.hpp"
#include "../nn/degree_encoding.hpp"
#include "../nn/gcn.hpp"
#include "../nn/node_linear.hpp"
#include "../ops/dropout.hpp"
#include "../ops/elementwise.hpp"
#include "attention_layers.hpp"
#include "layer_stack.hpp"
#include "scaling.hpp"

namespace edgewise::models {
namespace {

constexpr std::size_t kFeedForwardWidth = 2;  // times hidden

bool attends(const NodeModelOptions& options) { return is_attention_layer(options.model); }

/// Layers in -> hidden -> ... -> out, as the comment on NodeModelOptions says.
template <class Real>
class Stack final : public BasicNodeModel<Real> {
 public:
  Stack(const NodeModelOptions& options, Rng& rng);
  BasicVariable<Real> forward(const Graph& graph, const BasicInput<Real>& x, const BasicArcs<Real>& arcs, nn::Pass& pass) const override {
    return run(graph, x, arcs, pass, nullptr);
  }
  std::vector<BasicTensor<Real>> attention(const Graph& graph, const BasicInput<Real>& x, const BasicArcs<Real>& arcs) const override;

 private:
  using Layer = std::shared_ptr<const nn::BasicGraphLayer<Real>>;
  static Layer make_layer(const NodeModelOptions& options, std::size_t in, bool last, Rng& rng);
  BasicVariable<Real> run(const Graph& graph, const BasicInput<Real>& x, const BasicArcs<Real>& arcs, nn::Pass& pass,
                          std::vector<BasicTensor<Real>>* weights) const;

  std::optional<nn::BasicLinear<Real>> input_;
  std::optional<nn::BasicDegreeEncoding<Real>> degree_;
  std::optional<nn::BasicLayerNorm<Real>> input_norm_;
  std::vector<nn::BasicBlock<Real>> blocks_;
  std::optional<nn::BasicLayerNorm<Real>> norm_;
  std::optional<nn::BasicLinear<Real>> output_;
};

template <class Real>
typename Stack<Real>::Layer Stack<Real>::make_layer(const NodeModelOptions& options, std::size_t in, bool last, Rng& rng) {
  const std::size_t out = last ? options.out : options.hidden;
  if (options.model == "gcn") return std::make_shared<nn::BasicGcn<Real>>(in, out, rng, nn::GcnOptions{.weighted = options.edge_features > 0});
  if (options.model == "mlp") return std::make_shared<nn::BasicNodeLinear<Real>>(in, out, rng);

  nn::AttentionLayerOptions attention{.heads = last ? options.out_heads : options.heads,
                                      .head_mix = last ? HeadMix::mean : options.head_mix,
                                      .slope = options.slope,
                                      .dropout = options.attention_dropout,
                                      .value_dropout = options.value_dropout,
                                      .edge_features = options.edge_features,
                                      .edge_types = options.edge_types,
                                      .root_weight = options.root_weight,
                                      .direction_bias = options.direction_bias,
                                      .along = options.edge_types_along,
                                      .against = options.edge_types_against};
  const std::size_t head_dim = attention.head_mix == HeadMix::mean ? out : out / attention.heads;
  return make_attention_layer<Real>(options.model, in, head_dim, attention, rng);
}

template <class Real>
Stack<Real>::Stack(const NodeModelOptions& options, Rng& rng) : BasicNodeModel<Real>(options) {
  if (options.input_layer) {
    input_.emplace(options.in, options.hidden, rng);
    this->add_child("input", *input_);
    if (options.degree_encoding) {
      degree_.emplace(options.hidden, options.edge_types_along, options.edge_types_against);
      this->add_child("degree", *degree_);
    }
  }
  const bool inside = options.norm == Norm::layer && options.norm_place == NormPlace::inside;
  const bool before = options.norm == Norm::layer && !inside;
  if (options.input_layer && inside) {
    input_norm_.emplace(options.hidden);
    this->add_child("input_norm", *input_norm_);
  }
  for (std::size_t l = 0; l < options.layers; ++l) {
    const bool raw = l == 0 && !options.input_layer, last = l + 1 == options.layers && !options.input_layer;
    const std::size_t in = raw ? options.in : options.hidden;
    const nn::NormPlace norm = before && !raw ? nn::NormPlace::before : inside && !last ? nn::NormPlace::inside : nn::NormPlace::none;
    const nn::BlockOptions block{.norm = norm,
                                 .residual = options.residual,
                                 .feed_forward = options.feed_forward && !last ? kFeedForwardWidth * options.hidden : 0,
                                 .activation = options.activation,
                                 .activate = !last,
                                 .dropout = options.dropout};
    blocks_.emplace_back(in, make_layer(options, in, last, rng), block, rng);
    this->add_child("layers." + std::to_string(l), blocks_.back());
  }
  if (!options.input_layer) return;
  if (before) {
    norm_.emplace(options.hidden);
    this->add_child("norm", *norm_);
  }
  output_.emplace(options.hidden, options.out, rng);
  this->add_child("output", *output_);
}

template <class Real>
BasicVariable<Real> Stack<Real>::run(const Graph& graph, const BasicInput<Real>& x, const BasicArcs<Real>& arcs, nn::Pass& pass,
                                     std::vector<BasicTensor<Real>>* weights) const {
  const NodeModelOptions& options = this->options_;
  nn::detail::check_graph_input("node model", graph, x, options.in);
  BasicInput<Real> h = x;
  if (input_) {
    if (pass.trains() && options.input_dropout > 0) h = ops::dropout(h, options.input_dropout, pass.next_key());
    const BasicVariable<Real> first = input_->forward(h, degree_ ? degree_->forward(graph, arcs) : BasicVariable<Real>());
    if (input_norm_)
      h = input_norm_->branch(first, options.activation, {});
    else
      h = options.feed_forward ? first : nn::activate(first, options.activation);  // see BlockOptions::activate
  }
  for (const auto& block : blocks_) {
    if (weights != nullptr) weights->emplace_back();
    h = block.forward(graph, h, arcs, pass, weights != nullptr ? &weights->back() : nullptr);
  }
  BasicVariable<Real> y = std::get<BasicVariable<Real>>(std::move(h));
  if (norm_) y = norm_->forward(y);
  if (output_ && pass.trains()) y = ops::dropout(y, options.dropout, pass.next_key());
  if (output_) y = output_->forward(y);
  return y;
}

template <class Real>
std::vector<BasicTensor<Real>> Stack<Real>::attention(const Graph& graph, const BasicInput<Real>& x, const BasicArcs<Real>& arcs) const {
  std::vector<BasicTensor<Real>> weights;
  if (!attends(this->options_)) return weights;
  const NoGrad quiet;
  nn::Pass pass;
  run(graph, x, arcs, pass, &weights);
  return weights;
}

std::string joined(const std::vector<std::string>& names) {
  std::string text;
  for (const auto& name : names) text += (text.empty() ? "" : ", ") + name;
  return text;
}

/// One sentence per option: what it is, what it got, what is allowed.
void check(const NodeModelOptions& options) {
  const std::vector<std::string> names = node_model_names();
  if (std::find(names.begin(), names.end(), options.model) == names.end())
    fail<UsageError>("node model: unknown model '", options.model, "'; known models: ", joined(names));
  auto at_least_one = [](const char* name, std::size_t value) {
    if (value == 0) fail<UsageError>("node model: ", name, " is 0, expected at least 1");
  };
  auto share = [](const char* name, float value) {
    if (!(value >= 0 && value < 1)) fail<UsageError>("node model: ", name, " is ", value, ", expected 0 <= ", name, " < 1");
  };
  at_least_one("in", options.in);
  at_least_one("out", options.out);
  at_least_one("layers", options.layers);
  at_least_one("hidden", options.hidden);
  share("input_dropout", options.input_dropout);
  share("dropout", options.dropout);
  share("attention_dropout", options.attention_dropout);
  share("value_dropout", options.value_dropout);
  if (options.value_dropout > 0 && options.model != "gat")
    fail<UsageError>("node model: ", options.model, " has no value_dropout, got ", options.value_dropout, "; choose gat, or 0");
  if (options.input_dropout > 0 && !options.input_layer)
    fail<UsageError>("node model: input_dropout is ", options.input_dropout, " without an input layer; set input_layer, or use dropout");
  if (options.degree_encoding && !options.input_layer)
    fail<UsageError>("node model: degree_encoding is added to the input layer, and there is none; set input_layer");
  if (!std::isfinite(options.direction_bias))
    fail<UsageError>("node model: direction_bias is ", options.direction_bias, ", expected a finite number");
  if (attends(options)) {
    at_least_one("heads", options.heads);
    at_least_one("out_heads", options.out_heads);
    if (options.head_mix != HeadMix::mean && options.hidden % options.heads != 0)
      fail<UsageError>("node model: heads = ", options.heads, " does not divide hidden = ", options.hidden,
                       "; choose a multiple of heads for hidden, or head_mix mean");
    return;
  }
  if (options.root_weight) fail<UsageError>("node model: ", options.model, " has no root_weight; choose gat, gatv2 or transformer");
  if (options.edge_types > 0) fail<UsageError>("node model: ", options.model, " cannot use arc types; choose gat, gatv2 or transformer");
  if (options.edge_features > (options.model == "gcn" ? 1U : 0U))
    fail<UsageError>("node model: ", options.model, " cannot use ", options.edge_features, " arc feature columns, at most ",
                     options.model == "gcn" ? "1 (the weight)" : "0", "; choose gat, gatv2 or transformer");
}

}  // namespace

template <class Real>
std::unique_ptr<BasicNodeModel<Real>> make_node_model(const NodeModelOptions& options, std::uint64_t seed) {
  Rng rng(seed);
  if (options.model == "stack") return scaled<Real>(std::make_unique<BasicLayerStack<Real>>(options, rng));
  check(options);
  return scaled<Real>(std::make_unique<Stack<Real>>(options, rng));
}

std::vector<std::string> node_model_names() { return {"gat", "gatv2", "transformer", "gcn", "mlp"}; }

template EDGEWISE_API std::unique_ptr<BasicNodeModel<float>> make_node_model(const NodeModelOptions&, std::uint64_t);
template EDGEWISE_API std::unique_ptr<BasicNodeModel<double>> make_node_model(const NodeModelOptions&, std::uint64_t);

}  // namespace edgewise::models
