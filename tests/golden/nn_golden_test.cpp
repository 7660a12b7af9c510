/// The layers with their own parameters, loaded by the names PyG gives them.
#include <edgewise/core/nn/block.hpp>
#include <edgewise/core/nn/gat.hpp>
#include <edgewise/core/nn/gatv2.hpp>
#include <edgewise/core/nn/gcn.hpp>
#include <edgewise/core/nn/graph_transformer.hpp>

#include "support/check.hpp"
#include "support/golden.hpp"

using namespace edgewise;
using namespace edgewise::test;

namespace {

/// PyG makes lin_skip (weight, bias) even where root_weight is off.
std::size_t unused(const GoldenCase& c) {
  if (!c.numbers.contains("root_weight") || c.flag("root_weight")) return 0;
  return c.flag("bias") ? 2 : 1;
}

/// Gives every parameter of the layer its recorded value; none may be missing, none left over.
template <class Real>
nn::NamedParameters<Real> load(const nn::BasicModule<Real>& layer, const GoldenCase& c) {
  nn::NamedParameters<Real> parameters = layer.parameters();
  INFO(c.name);
  REQUIRE(parameters.size() == c.names("parameters").size() - unused(c));
  for (auto& [name, parameter] : parameters) parameter.mutable_value() = c.tensor<Real>("parameters/" + name);
  return parameters;
}

nn::AttentionLayerOptions options_of(const GoldenCase& c) {
  nn::AttentionLayerOptions options;
  options.heads = c.count("heads");
  options.head_mix = c.flag("concat") ? nn::HeadMix::concat : nn::HeadMix::mean;
  options.slope = static_cast<float>(c.number("slope"));
  options.edge_features = c.count("edge_dim");
  options.bias = c.flag("bias");
  options.root_weight = c.numbers.contains("residual") && c.flag("residual");
  return options;
}

/// Forward, weights, backward; x and every parameter judged.
template <class Real>
void run(const nn::BasicGraphLayer<Real>& layer, const GoldenCase& c) {
  const auto parameters = load<Real>(layer, c);
  const Graph graph = Graph::from_edges(c.nodes, c.arcs);
  const BasicVariable<Real> x = c.leaf<Real>("inputs/x");
  const bool filled = c.has("inputs/arc_attr");  // attributes of added loops: our caller gives them
  BasicArcs<Real> arcs;
  arcs.features = c.leaf<Real>(filled ? "inputs/arc_attr" : c.has("inputs/arc_weight") ? "inputs/arc_weight" : "inputs/edge_attr");
  if (c.has("outputs/attention")) check_golden(layer.weights(graph, x, arcs), c.table("outputs/attention"), c.name + ": attention");
  nn::Pass pass;
  BasicVariable<Real> y = layer.forward(graph, x, arcs, pass);
  check_golden(y.value(), c.table("outputs/y"), c.name + ": y");
  y.backward(c.tensor<Real>("inputs/loss_weights"));
  check_gradient(x, c.table("gradients/x"), c.name + ": x");
  if (c.has("gradients/edge_attr") && !filled) check_gradient(arcs.features, c.table("gradients/edge_attr"), c.name + ": edge_attr");
  for (const auto& [name, parameter] : parameters) check_gradient(parameter, c.table("gradients/" + name), c.name + ": " + name);
}

template <class Real>
void run_gat(const GoldenCase& c) {
  Rng rng(1);
  run<Real>(nn::BasicGat<Real>(c.table("inputs/x").cols, c.count("head_dim"), options_of(c), rng), c);
}

template <class Real>
void run_gatv2(const GoldenCase& c) {
  Rng rng(1);
  run<Real>(nn::BasicGatv2<Real>(c.table("inputs/x").cols, c.count("head_dim"), options_of(c), rng, c.flag("share_weights")), c);
}

template <class Real>
void run_transformer(const GoldenCase& c) {
  Rng rng(1);
  nn::AttentionLayerOptions options = options_of(c);
  options.root_weight = c.flag("root_weight");
  run<Real>(nn::BasicGraphTransformer<Real>(c.table("inputs/x").cols, c.count("head_dim"), options, rng), c);
}

/// PyG's residual is a root matrix in the layer, or our block around it: then the layer's parameters stand under conv.
template <class Real, class Layer>
void run_residual(const GoldenCase& c) {
  Rng rng(1);
  nn::AttentionLayerOptions options = options_of(c);
  options.root_weight = false;
  const auto layer = std::make_shared<Layer>(c.table("inputs/x").cols, c.count("head_dim"), options, rng);
  const nn::BasicBlock<Real> block(c.table("inputs/x").cols, layer, {.residual = true, .activate = false}, rng);
  nn::NamedParameters<Real> parameters = block.parameters();
  INFO(c.name);
  REQUIRE(parameters.size() == c.names("parameters").size());
  for (auto& [name, parameter] : parameters) {
    if (name.starts_with("conv.")) name = name.substr(5);
    parameter.mutable_value() = c.tensor<Real>("parameters/" + name);
  }
  const BasicVariable<Real> x = c.leaf<Real>("inputs/x");
  nn::Pass pass;
  BasicVariable<Real> y = block.forward(Graph::from_edges(c.nodes, c.arcs), x, {}, pass);
  check_golden(y.value(), c.table("outputs/y"), c.name + ": y");
  y.backward(c.tensor<Real>("inputs/loss_weights"));
  check_gradient(x, c.table("gradients/x"), c.name + ": x");
  for (const auto& [name, parameter] : parameters) check_gradient(parameter, c.table("gradients/" + name), c.name + ": " + name);
}

template <class Real>
void run_gcn(const GoldenCase& c) {
  Rng rng(1);
  const nn::GcnOptions options{.normalize = c.flag("normalize"), .weighted = c.flag("weighted"), .bias = c.flag("bias")};
  run<Real>(nn::BasicGcn<Real>(c.table("inputs/x").cols, c.count("out"), rng, options), c);
  if (!options.normalize) return;
  const BasicTensor<Real> weight = options.weighted ? c.tensor<Real>("inputs/arc_weight") : BasicTensor<Real>();
  const BasicTensor<Real> coefficients = nn::gcn_coefficients<Real>(Graph::from_edges(c.nodes, c.arcs), weight.values());
  check_golden(coefficients, c.table("outputs/coefficients"), c.name + ": coefficients");
}

}  // namespace

TEST_CASE("golden: Gat is PyG's GATConv") {
  for (const GoldenCase& c : golden("gat")) run_gat<float>(c), run_gat<double>(c);
}

TEST_CASE("golden: Gatv2 is PyG's GATv2Conv") {
  for (const GoldenCase& c : golden("gatv2")) run_gatv2<float>(c), run_gatv2<double>(c);
}

TEST_CASE("golden: a block with a residual is PyG's layer with one") {
  std::size_t judged = 0;
  for (const GoldenCase& c : golden("gat"))
    if (c.flag("residual")) run_residual<float, nn::Gat>(c), run_residual<double, nn::BasicGat<double>>(c), ++judged;
  for (const GoldenCase& c : golden("gatv2"))
    if (c.flag("residual")) run_residual<float, nn::Gatv2>(c), run_residual<double, nn::BasicGatv2<double>>(c), ++judged;
  CHECK(judged == 4);
}

TEST_CASE("golden: GraphTransformer is PyG's TransformerConv") {
  for (const GoldenCase& c : golden("transformer"))
    if (c.count("edge_dim") == 0) run_transformer<float>(c), run_transformer<double>(c);  // edge features there enter keys and values, here the score
}

TEST_CASE("golden: Gcn is PyG's GCNConv") {
  for (const GoldenCase& c : golden("gcn")) run_gcn<float>(c), run_gcn<double>(c);
}
