#include <edgewise/graph/batch.hpp>
#include <edgewise/graph/error.hpp>

#include "support/check.hpp"

using namespace edgewise;

namespace {

/// Graph g of a batch.
Graph one(const GraphBatch& batch, std::size_t g) { return take(batch, std::vector<std::uint32_t>{static_cast<std::uint32_t>(g)}).graph; }

}  // namespace

TEST_CASE("batch: two triangles' worth of numbers, an empty graph between them") {
  const std::vector<Graph> graphs{Graph::from_edges(2, std::vector<Edge>{{0, 1}}), Graph(), Graph::from_edges(3, std::vector<Edge>{{2, 0}, {0, 0}})};
  const GraphBatch batch = make_batch(graphs);
  CHECK(batch.graphs() == 3);
  CHECK(batch.node_begin == std::vector<NodeId>{0, 2, 2, 5});
  CHECK(batch.arc_begin == std::vector<EdgeId>{0, 1, 1, 3});
  CHECK(batch.graph_of_node == std::vector<std::uint32_t>{0, 0, 2, 2, 2});
  CHECK(batch.graph.in_edges().row(1)[0] == 0);
  CHECK(batch.graph.in_edges().row(2)[0] == 2);
  CHECK(batch.graph.in_edges().row(2)[1] == 4);
}

TEST_CASE("batch: every graph comes back as it went in") {
  std::vector<Graph> graphs;
  for (NodeId n = 0; n < 200; ++n)
    graphs.push_back(n % 3 == 0 ? Graph::from_edges(n, {}) : Graph::from_edges(n, std::vector<Edge>{{0, n - 1}, {n / 2, 0}}));
  const GraphBatch batch = make_batch(graphs);
  for (std::size_t g = 0; g < graphs.size(); ++g) {
    const Graph back = one(batch, g);
    REQUIRE(back.num_nodes() == graphs[g].num_nodes());
    const auto ours = back.in_edges().column(), theirs = graphs[g].in_edges().column();
    REQUIRE(std::equal(ours.begin(), ours.end(), theirs.begin(), theirs.end()));
  }
  CHECK_THROWS_WITH(one(batch, 200), "batch: graph 200 >= 200 graphs");
}

TEST_CASE("batch: some graphs of a batch, in another order and one of them twice") {
  const std::vector<Graph> graphs{Graph::from_edges(2, std::vector<Edge>{{0, 1}}), Graph(), Graph::from_edges(3, std::vector<Edge>{{2, 0}, {0, 0}})};
  const GraphBatch all = make_batch(graphs);
  const std::vector<std::uint32_t> wanted{2, 0, 1, 2};
  const GraphBatch some = take(all, wanted);
  CHECK(some.node_begin == std::vector<NodeId>{0, 3, 5, 5, 8});
  CHECK(some.arc_begin == std::vector<EdgeId>{0, 2, 3, 3, 5});
  CHECK(some.graph_of_node == std::vector<std::uint32_t>{0, 0, 0, 1, 1, 3, 3, 3});
  for (std::size_t k = 0; k < wanted.size(); ++k) {
    const Graph back = one(some, k);
    const auto ours = back.in_edges().column(), theirs = graphs[wanted[k]].in_edges().column();
    CHECK(std::equal(ours.begin(), ours.end(), theirs.begin(), theirs.end()));
  }
  CHECK(take(all, {}).graphs() == 0);
  const std::vector<std::uint32_t> wrong{3};
  CHECK_THROWS_WITH(take(all, wrong), "batch: graph 3 >= 3 graphs");
}

TEST_CASE("batch: each graph lists its nodes and its arcs, an empty graph none") {
  const std::vector<Graph> graphs{Graph::from_edges(2, std::vector<Edge>{{0, 1}}), Graph(), Graph::from_edges(1, {})};
  const Graph nodes = node_membership(make_batch(graphs)), arcs = arc_membership(make_batch(graphs));
  CHECK(nodes.num_targets() == 3);
  CHECK(nodes.num_sources() == 3);
  CHECK(nodes.in_edges().degree(1) == 0);
  CHECK(nodes.in_edges().row(2)[0] == 2);
  CHECK(arcs.num_sources() == 1);
  CHECK(arcs.in_edges().degree(0) == 1);
  CHECK(arcs.in_edges().degree(2) == 0);
}

TEST_CASE("batch: nothing in, nothing out, rectangles have no one node count") {
  CHECK(make_batch({}).graph.num_nodes() == 0);
  const std::vector<Graph> wide{Graph::bipartite(1, 2, {})};
  CHECK_THROWS_AS(make_batch(wide), ShapeError);
}
