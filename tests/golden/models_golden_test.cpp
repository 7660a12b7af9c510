/// Whole models against PyTorch's: loss, every gradient, every parameter after one step, and the loss then.
#include <edgewise/core/models/node_model.hpp>
#include <edgewise/core/nn/block.hpp>
#include <edgewise/core/nn/graph_transformer.hpp>
#include <edgewise/core/ops/linear.hpp>
#include <edgewise/core/ops/loss.hpp>
#include <edgewise/core/optim/adam.hpp>

#include <numeric>

#include "support/check.hpp"
#include "support/golden.hpp"

using namespace edgewise;
using namespace edgewise::test;

namespace {

models::NodeModelOptions options_of(const GoldenCase& c) {
  models::NodeModelOptions options;
  options.in = c.count("features");
  options.out = c.count("classes");
  options.layers = 2;
  options.heads = c.count("heads");
  options.dropout = 0;
  if (c.words.at("model") == "graph_transformer") {
    options.model = "transformer";
    options.hidden = c.count("width");
    options.head_mix = models::HeadMix::linear;
    options.feed_forward = true;
    options.residual = true;
    options.norm = models::Norm::layer;
    options.activation = models::Activation::gelu;
    options.input_layer = true;
  } else {
    options.model = c.words.at("model");
    options.hidden = options.heads * c.count("head_dim");
    options.out_heads = options.heads;
  }
  return options;
}

/// The labelled nodes' cross-entropy.
template <class Real>
BasicVariable<Real> loss_of(const GoldenCase& c, const BasicVariable<Real>& logits) {
  std::vector<std::int32_t> labels;
  for (const double label : c.table("inputs/labels").values) labels.push_back(static_cast<std::int32_t>(label));
  std::vector<NodeId> nodes(labels.size());
  std::iota(nodes.begin(), nodes.end(), NodeId{0});
  return ops::cross_entropy(logits, labels, nodes);
}

/// Loads, runs, steps; `forward` makes the logits from x.
template <class Real, class Forward>
void judge(const GoldenCase& c, nn::NamedParameters<Real> parameters, const Forward& forward) {
  INFO(c.name);
  REQUIRE(parameters.size() == c.names("parameters").size());
  for (auto& [name, parameter] : parameters) parameter.mutable_value() = c.tensor<Real>("parameters/" + name);
  const BasicVariable<Real> x = c.leaf<Real>("inputs/x");

  const BasicVariable<Real> logits = forward(x);
  check_golden(logits.value(), c.table("outputs/logits"), c.name + ": logits");
  BasicVariable<Real> loss = loss_of(c, logits);
  check_golden(loss.value(), c.table("outputs/loss"), c.name + ": loss");
  loss.backward();
  check_gradient(x, c.table("gradients/x"), c.name + ": x");
  for (const auto& [name, parameter] : parameters) check_gradient(parameter, c.table("gradients/" + name), c.name + ": " + name);

  optim::BasicAdam<Real> adam(parameters, {.beta1 = c.number("adam.beta1"), .beta2 = c.number("adam.beta2"), .epsilon = c.number("adam.epsilon")});
  adam.step(c.number("adam.rate"));
  for (const auto& [name, parameter] : parameters) check_golden(parameter.value(), c.table("after/" + name), c.name + ": after " + name);
  check_golden(loss_of(c, forward(x)).value(), c.table("outputs/loss_after"), c.name + ": loss after");
}

template <class Real>
void run_model(const GoldenCase& c) {
  const Graph graph = c.flag("add_self_loops")
                          ? build_graph(c.nodes, c.edges, {.directed = true, .parallel = Parallel::keep, .self_loops = true}).graph
                          : Graph::from_edges(c.nodes, c.edges);
  const auto model = models::make_node_model<Real>(options_of(c), 1);
  judge<Real>(c, model->parameters(), [&](const BasicVariable<Real>& x) {
    nn::Pass pass;
    return model->forward(graph, x, {}, pass);
  });
}

/// Post-norm is no option of a node model; its blocks can still be stacked by hand.
template <class Real>
class PostNorm : public nn::BasicModule<Real> {
 public:
  explicit PostNorm(const GoldenCase& c)
      : rng_(1), input_(c.count("features"), c.count("width"), rng_), output_(c.count("width"), c.count("classes"), rng_) {
    this->add_child("input", input_);
    for (int l = 0; l < 2; ++l) {
      const nn::AttentionLayerOptions attention{.heads = c.count("heads"), .head_mix = nn::HeadMix::linear};
      const auto conv = std::make_shared<nn::BasicGraphTransformer<Real>>(c.count("width"), c.count("width") / c.count("heads"), attention, rng_);
      const nn::BlockOptions block{
          .norm = nn::NormPlace::after, .residual = true, .feed_forward = c.count("hidden"), .activation = nn::Activation::gelu};
      layers_.emplace_back(c.count("width"), conv, block, rng_);
      this->add_child("layers." + std::to_string(l), layers_.back());
    }
    this->add_child("output", output_);
  }
  BasicVariable<Real> forward(const Graph& graph, const BasicVariable<Real>& x) const {
    nn::Pass pass;
    BasicVariable<Real> h = input_.forward(x);
    for (const auto& layer : layers_) h = layer.forward(graph, h, {}, pass);
    return output_.forward(h);
  }

 private:
  Rng rng_;
  nn::BasicLinear<Real> input_;
  std::vector<nn::BasicBlock<Real>> layers_;
  nn::BasicLinear<Real> output_;
};

template <class Real>
void run_post_norm(const GoldenCase& c) {
  const Graph graph = Graph::from_edges(c.nodes, c.edges);
  const PostNorm<Real> model(c);
  judge<Real>(c, model.parameters(), [&](const BasicVariable<Real>& x) { return model.forward(graph, x); });
}

bool post_norm(const GoldenCase& c) { return c.words.contains("norm") && c.words.at("norm") == "post"; }

}  // namespace

TEST_CASE("golden: two-layer GAT, GATv2 and pre-norm graph transformer learn one step as PyTorch's do") {
  for (const GoldenCase& c : golden("two_layer"))
    if (!post_norm(c)) run_model<float>(c), run_model<double>(c);
}

TEST_CASE("golden: two post-norm transformer blocks learn one step as PyTorch's do") {
  for (const GoldenCase& c : golden("two_layer"))
    if (post_norm(c)) run_post_norm<float>(c), run_post_norm<double>(c);
}
