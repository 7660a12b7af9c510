#include <edgewise/core/nn/gat.hpp>
#include <edgewise/core/nn/gatv2.hpp>
#include <edgewise/core/nn/graph_transformer.hpp>
#include <edgewise/graph/error.hpp>

#include "support/layers.hpp"

using namespace edgewise;
using namespace edgewise::nn;
using test::random_leaf;

namespace {

const Graph kGraph = Graph::from_edges(5, {{0, 3}, {0, 3}, {1, 3}, {2, 3}, {3, 3}, {3, 0}, {4, 1}, {2, 2}});

BasicArcs<double> arcs_of(std::size_t features, bool typed) {
  BasicArcs<double> arcs;
  if (features > 0) arcs.features = random_leaf(kGraph.num_arcs(), features, 21);
  if (typed) arcs.type = {0, 1, 2, 0, 1, 2, 0, 1};
  return arcs;
}

/// Every head mix with every kind of arc; `make(options)` builds the layer 4 -> 3 features per head.
template <class Make>
void check_options(Make make) {
  const auto x = random_leaf(5, 4, 1);
  for (HeadMix mix : {HeadMix::concat, HeadMix::mean, HeadMix::linear})
    for (std::size_t features : {std::size_t{0}, std::size_t{2}})
      for (bool typed : {false, true}) {
        const auto layer = make(AttentionLayerOptions{.heads = 2,
                                                      .head_mix = mix,
                                                      .dropout = 0.3F,
                                                      .edge_features = features,
                                                      .edge_types = typed ? 3U : 0U,
                                                      .root_weight = features == 0 && mix != HeadMix::linear});
        const BasicArcs<double> arcs = arcs_of(features, typed);
        const auto more = features > 0 ? std::vector<test::Variable64>{x, arcs.features} : std::vector<test::Variable64>{x};
        test::check_layer(layer, more, [&] {
          Pass pass = Pass::training(1, 1);
          return layer.forward(kGraph, x, arcs, pass);
        });
        const auto weights = layer.weights(kGraph, x, arcs);
        for (NodeId i = 0; i < 5; ++i)
          for (std::size_t h = 0; h < 2; ++h) {
            double sum = 0;
            for (EdgeId e = kGraph.in_edges().begin()[i]; e < kGraph.in_edges().begin()[i + 1]; ++e) sum += weights(e, h);
            CHECK(sum == Approx(kGraph.in_edges().degree(i) > 0 ? 1 : 0));
          }
      }
}

}  // namespace

TEST_CASE("gatv2: gradients agree with differences, every option once, weights add up to one", "[nn]") {
  Rng rng(3);
  check_options([&](const AttentionLayerOptions& options) { return BasicGatv2<double>(4, 3, options, rng); });
  check_options([&](const AttentionLayerOptions& options) { return BasicGatv2<double>(4, 3, options, rng, true); });
}

TEST_CASE("graph transformer: gradients agree with differences, every option once, weights add up to one", "[nn]") {
  Rng rng(3);
  check_options([&](const AttentionLayerOptions& options) { return BasicGraphTransformer<double>(4, 3, options, rng); });
}

TEST_CASE("attention layers: a root matrix adds the node's own row, neighbours or not", "[nn]") {
  Rng rng(1);
  const BasicVariable<double> x(BasicTensor<double>::of(2, 1, {3, 5}));
  const Graph graph = Graph::from_edges(2, {{0, 1}});
  const auto check = [&](const auto& layer, const char* root) {
    for (auto [name, value] : layer.parameters()) std::fill(value.mutable_value().values().begin(), value.mutable_value().values().end(), 0.0);
    test::set(layer, root, {2.0});
    Pass pass;
    const auto y = layer.forward(graph, x, {}, pass).value();
    CHECK(y(0, 0) == 6);
    CHECK(y(1, 0) == 10);
  };
  const AttentionLayerOptions options{.heads = 1, .root_weight = true};
  check(BasicGat<double>(1, 1, options, rng), "res.weight");
  check(BasicGatv2<double>(1, 1, options, rng), "res.weight");
  check(BasicGraphTransformer<double>(1, 1, options, rng), "lin_skip.weight");
}

TEST_CASE("attention layers: a direction bias starts even heads along the edges, odd heads against them", "[nn]") {
  Rng rng(1);
  // types: 0 and 1 along, 2 against, 3 added loops
  const BasicGat<double> layer(1, 1, {.heads = 3, .edge_types = 4, .direction_bias = 2, .along = 2, .against = 1}, rng);
  for (const auto& [name, value] : layer.parameters()) {
    if (name != "arc_type.weight") continue;
    const std::vector<double> got(value.value().values().begin(), value.value().values().end());
    CHECK(got == std::vector<double>{2, 0, 2, 2, 0, 2, 0, 2, 0, 0, 0, 0});
  }
  // Equal rows, so only the types tell the arcs of node 1 apart: one along, one against.
  test::set(layer, "att_src", {0.0, 0.0, 0.0});
  test::set(layer, "att_dst", {0.0, 0.0, 0.0});
  const auto weights = layer.weights(Graph::from_edges(3, {{0, 1}, {2, 1}}), BasicVariable<double>(BasicTensor<double>(3, 1)), {{}, {0, 2}});
  const double most = std::exp(2.0) / (std::exp(2.0) + 1);
  CHECK(weights(0, 0) == Approx(most));
  CHECK(weights(1, 1) == Approx(most));
  CHECK(weights(0, 2) == Approx(most));
  CHECK_THROWS_WITH(BasicGat<double>(1, 1, {.heads = 1, .edge_types = 2, .along = 2, .against = 1}, rng),
                    "gat: 2 types along and 1 against edges, expected at most edge_types = 2");
}

TEST_CASE("gatv2: by hand", "[nn]") {
  Rng rng(1);
  const BasicGatv2<double> layer(1, 1, {.heads = 1}, rng);
  test::set(layer, "lin_l.weight", {1.0});
  test::set(layer, "lin_l.bias", {0.0});
  test::set(layer, "lin_r.weight", {-1.0});
  test::set(layer, "lin_r.bias", {0.0});
  test::set(layer, "att", {1.0});
  // node 2 holds 1: scores leaky(1 - 1) = 0 and leaky(0 - 1) = -0.2 from nodes 0 and 1
  const BasicVariable<double> x(BasicTensor<double>::of(3, 1, {1, 0, 1}));
  const auto weights = layer.weights(Graph::from_edges(3, {{0, 2}, {1, 2}}), x, {});
  CHECK(weights(0, 0) == Approx(1 / (1 + std::exp(-0.2))));
}

TEST_CASE("graph transformer: by hand, and a type bias moves the weight", "[nn]") {
  Rng rng(1);
  const BasicGraphTransformer<double> layer(1, 1, {.heads = 1, .edge_types = 2}, rng);
  for (const char* name : {"lin_query", "lin_key", "lin_value"}) {
    test::set(layer, std::string(name) + ".weight", {1.0});
    test::set(layer, std::string(name) + ".bias", {0.0});
  }
  const Graph graph = Graph::from_edges(3, {{0, 2}, {1, 2}});
  const BasicVariable<double> x(BasicTensor<double>::of(3, 1, {std::log(3.0), 0, 1}));
  CHECK(layer.weights(graph, x, {{}, {0, 0}})(0, 0) == Approx(0.75));  // scores log 3 and 0
  test::set(layer, "arc_type.weight", {0.0, std::log(3.0)});
  CHECK(layer.weights(graph, x, {{}, {0, 1}})(0, 0) == Approx(0.5));
}
