#include <edgewise/core/nn/gcn.hpp>

#include "support/layers.hpp"

using namespace edgewise;
using namespace edgewise::nn;
using test::random_leaf;

TEST_CASE("gcn: coefficients by hand", "[nn]") {
  // degrees 1, 2, 0; arc order: 1 -> 0, 0 -> 1, 1 -> 1
  const Graph graph = Graph::from_edges(3, {{0, 1}, {1, 0}, {1, 1}});
  const auto factor = gcn_coefficients<double>(graph);
  CHECK(factor(0, 0) == Approx(1 / std::sqrt(2.0)));
  CHECK(factor(2, 0) == Approx(0.5));
  const std::vector<double> weight{4, 3, 6};
  const auto weighted = gcn_coefficients<double>(graph, weight);
  CHECK(weighted(0, 0) == Approx(4 / (2 * 3.0)));
  CHECK(weighted(1, 0) == Approx(3 / (3 * 2.0)));
}

TEST_CASE("gcn: gradients agree with differences, a node of degree 0 gets the bias", "[nn]") {
  const Graph graph = Graph::from_edges(4, {{0, 1}, {0, 1}, {1, 0}, {2, 1}, {2, 2}});
  const auto x = random_leaf(4, 3, 1);
  Rng rng(2);
  for (bool weighted : {false, true})
    for (bool normalize : {false, true}) {
      const BasicGcn<double> layer(3, 2, rng, {.normalize = normalize, .weighted = weighted});
      BasicArcs<double> arcs;
      if (weighted) arcs.features = BasicVariable<double>(BasicTensor<double>::of(5, 1, {1, 0.5, 2, 3, 0.25}));
      test::check_layer(layer, {x}, [&] {
        Pass pass;
        return layer.forward(graph, x, arcs, pass);
      });
      Pass pass;
      CHECK(layer.forward(graph, x, arcs, pass).value()(3, 1) == test::parameter(layer, "bias").value()(0, 1));
    }
}

TEST_CASE("gcn: a negative weight is named", "[nn]") {
  Rng rng(1);
  const BasicGcn<double> layer(1, 1, rng, {.weighted = true});
  Pass pass;
  const BasicArcs<double> arcs{BasicVariable<double>(BasicTensor<double>::of(1, 1, {-2.0})), {}};
  CHECK_THROWS_WITH(layer.forward(Graph::from_edges(2, {{0, 1}}), random_leaf(2, 1, 1), arcs, pass), "gcn: arc 0 weighs -2, expected a weight >= 0");
}
