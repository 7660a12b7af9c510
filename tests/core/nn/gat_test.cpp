#include <edgewise/core/nn/gat.hpp>
#include <edgewise/graph/error.hpp>

#include "support/layers.hpp"

using namespace edgewise;
using namespace edgewise::nn;
using test::random_leaf;

namespace {

using Layer = BasicGat<double>;

/// One feature, one head, lin 1, att_src 1, att_dst 0: a layer whose numbers fit on paper.
Layer plain(double bias = 0) {
  Rng rng(0);
  Layer layer(1, 1, {.heads = 1}, rng);
  test::set(layer, "lin.weight", {1.0});
  test::set(layer, "att_src", {1.0});
  test::set(layer, "att_dst", {0.0});
  test::set(layer, "bias", {bias});
  return layer;
}

BasicTensor<double> run(const Layer& layer, const Graph& graph, std::initializer_list<double> x) {
  Pass pass;
  return layer.forward(graph, BasicVariable<double>(BasicTensor<double>::of(x.size(), 1, x)), {}, pass).value();
}

// A hub with a parallel arc, a loop, a node without in-arcs.
const Graph kGraph = Graph::from_edges(5, {{0, 3}, {0, 3}, {1, 3}, {2, 3}, {3, 3}, {3, 0}, {4, 1}, {2, 2}});

BasicArcs<double> arcs_of(const Graph& graph, std::size_t features, bool typed) {
  BasicArcs<double> arcs;
  if (features > 0) arcs.features = random_leaf(graph.num_arcs(), features, 21);
  if (typed)
    for (EdgeId e = 0; e < graph.num_arcs(); ++e) arcs.type.push_back(static_cast<std::uint32_t>(e % 3));
  return arcs;
}

}  // namespace

TEST_CASE("gat: parallel arcs, loops and lonely nodes, by hand", "[nn]") {
  CHECK(run(plain(), Graph::from_edges(3, {{0, 2}, {1, 2}}), {1, 2, 0})(2, 0) == Approx(1.73105858));
  CHECK(run(plain(), Graph::from_edges(3, {{0, 2}, {0, 2}, {1, 2}}), {1, 2, 0})(2, 0) == Approx(1.57611688));
  const auto loops = run(plain(0.5), Graph::from_edges(3, {{0, 1}, {0, 0}, {1, 1}, {2, 2}}), {1, 2, 3});
  CHECK(loops(0, 0) == Approx(1.5));
  CHECK(loops(1, 0) == Approx(2.23105858));
  CHECK(loops(2, 0) == Approx(3.5));
  const auto bare = run(plain(0.5), Graph::from_edges(3, {{0, 1}}), {1, 2, 3});
  CHECK(bare(0, 0) == 0.5);  // nobody points at node 0: the bias alone
  CHECK(bare(1, 0) == 1.5);
}

TEST_CASE("gat: weights of each arc, by hand and at the ends of the range", "[nn]") {
  const Graph graph = Graph::from_edges(3, {{0, 2}, {1, 2}});
  auto weights = [&](std::initializer_list<double> x) { return plain().weights(graph, BasicVariable<double>(BasicTensor<double>::of(3, 1, x)), {}); };
  CHECK(weights({1, 2, 0})(0, 0) == Approx(0.26894142));
  CHECK(weights({1000, 1001, 0})(1, 0) == Approx(0.73105858));
  CHECK(weights({-10000, -10005, 0})(0, 0) == Approx(0.73105858));
}

TEST_CASE("gat: gradients agree with differences, every option once", "[nn]") {
  const auto x = random_leaf(5, 4, 1);
  for (HeadMix mix : {HeadMix::concat, HeadMix::mean, HeadMix::linear})
    for (std::size_t features : {std::size_t{0}, std::size_t{2}})
      for (bool typed : {false, true}) {
        Rng rng(3);
        const Layer layer(4, 3, {.heads = 2, .head_mix = mix, .dropout = 0.3F, .edge_features = features, .edge_types = typed ? 3U : 0U}, rng);
        const BasicArcs<double> arcs = arcs_of(kGraph, features, typed);
        const auto more = features > 0 ? std::vector<test::Variable64>{x, arcs.features} : std::vector<test::Variable64>{x};
        test::check_layer(layer, more, [&] {
          Pass pass = Pass::training(1, 1);
          return layer.forward(kGraph, x, arcs, pass);
        });
        CHECK(layer.out() == (mix == HeadMix::mean ? 3 : 6));
      }
}

TEST_CASE("gat: the folded edge term equals widening the features first", "[nn]") {
  Rng rng(4);
  const Layer layer(2, 3, {.heads = 2, .edge_features = 2}, rng);
  const auto x = random_leaf(5, 2, 1);
  const BasicArcs<double> arcs = arcs_of(kGraph, 2, false);
  const auto weights = layer.weights(kGraph, x, arcs);
  // Plain loops: score of head h of an arc from its definition.
  const auto lin = test::parameter(layer, "lin.weight").value(), src = test::parameter(layer, "att_src").value(),
             dst = test::parameter(layer, "att_dst").value(), edge = test::parameter(layer, "lin_edge.weight").value(),
             att = test::parameter(layer, "att_edge").value();
  for (std::size_t h = 0; h < 2; ++h)
    for (NodeId i = 0; i < 5; ++i) {
      std::vector<double> share;
      double total = 0;
      for (EdgeId e = kGraph.in_edges().begin()[i]; e < kGraph.in_edges().begin()[i + 1]; ++e) {
        const NodeId j = kGraph.in_edges().column()[e];
        double score = 0;
        for (std::size_t r = 3 * h; r < 3 * h + 3; ++r)
          for (std::size_t c = 0; c < 2; ++c)
            score += lin(r, c) * (src(0, r) * x.value()(j, c) + dst(0, r) * x.value()(i, c)) + att(0, r) * edge(r, c) * arcs.features.value()(e, c);
        share.push_back(std::exp(score > 0 ? score : 0.2 * score));
        total += share.back();
      }
      for (std::size_t k = 0; k < share.size(); ++k) CHECK(weights(kGraph.in_edges().begin()[i] + k, h) == Approx(share[k] / total).epsilon(1e-6));
    }
}

TEST_CASE("gat: renaming the nodes permutes the result", "[nn]") {
  Rng rng(5);
  const Layer layer(3, 2, {.heads = 2}, rng);
  const auto x = random_leaf(5, 3, 1);
  const std::vector<NodeId> name{3, 0, 4, 1, 2};
  std::vector<Edge> arcs;
  for (NodeId i = 0; i < 5; ++i)
    for (NodeId j : kGraph.in_edges().row(i)) arcs.push_back({name[j], name[i]});
  BasicTensor<double> moved(5, 3);
  for (std::size_t i = 0; i < 5; ++i)
    for (std::size_t c = 0; c < 3; ++c) moved(name[i], c) = x.value()(i, c);
  Pass pass;
  const auto y = layer.forward(kGraph, x, {}, pass).value(),
             z = layer.forward(Graph::from_edges(5, arcs), BasicVariable<double>(moved), {}, pass).value();
  for (std::size_t i = 0; i < 5; ++i)
    for (std::size_t c = 0; c < 4; ++c) CHECK(z(name[i], c) == Approx(y(i, c)));
}

TEST_CASE("gat: what does not fit is named", "[nn]") {
  Rng rng(6);
  const Layer layer(4, 2, {.heads = 2, .edge_features = 1}, rng);
  Pass pass;
  CHECK_THROWS_WITH(layer.forward(kGraph, random_leaf(4, 4, 1), {}, pass), "gat: x has 4 rows, the graph has 5 nodes");
  CHECK_THROWS_WITH(layer.forward(kGraph, random_leaf(5, 3, 1), {}, pass), "gat: x has 3 columns, expected 4");
  CHECK_THROWS_WITH(layer.forward(kGraph, random_leaf(5, 4, 1), {}, pass), "gat: arc features are 0 x 0, expected 8 x 1");
  CHECK_THROWS_WITH(layer.forward(kGraph, random_leaf(5, 4, 1), {random_leaf(8, 1, 1), {0}}, pass), "gat: 1 arc types, expected 0");
  CHECK_THROWS_WITH(Layer(4, 2, {.heads = 0}, rng), "gat: heads is 0, expected at least 1");
  CHECK_THROWS_WITH(Layer(4, 2, {.dropout = 1.F}, rng), "gat: dropout is 1, expected 0 <= dropout < 1");
}
