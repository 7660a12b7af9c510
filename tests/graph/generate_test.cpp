#include <edgewise/graph/algorithms.hpp>
#include <edgewise/graph/error.hpp>
#include <edgewise/graph/generate.hpp>
#include <edgewise/graph/rows.hpp>

#include "support/check.hpp"

using namespace edgewise;

TEST_CASE("random_edges: no loops, every node in range, the same list on any thread count") {
  const std::vector<Edge> one = [] {
    const ThreadLimit limit(1);
    return random_edges(50, 100000, 9);
  }();
  std::vector<std::size_t> seen(50, 0);
  for (const Edge& edge : one) {
    REQUIRE(edge.source != edge.target);
    ++seen.at(edge.source);
    ++seen.at(edge.target);
  }
  for (const std::size_t count : seen) CHECK(count == Approx(4000).epsilon(0.1));
  CHECK(random_edges(50, 100000, 9) == one);
  CHECK_FALSE(random_edges(50, 100000, 10) == one);
  CHECK_THROWS_WITH(random_edges(1, 3, 0), "random_edges: 3 edges among 1 nodes; two nodes at least");
  CHECK(random_edges(0, 0, 0).empty());
}

TEST_CASE("planted_partition: the share of edges within a class is the one asked for") {
  for (const double homophily : {0.0, 0.3, 1.0}) {
    const PlantedPartition planted = planted_partition(1003, 7, 30000, homophily, 4);
    const Graph graph = Graph::from_edges(1003, planted.edges);
    CHECK(edge_homophily(graph, planted.classes).value() == Approx(homophily).margin(0.01));
    CHECK(count_loops(graph) == 0);
  }
  CHECK_THROWS_AS(planted_partition(3, 2, 1, 0.5, 0), UsageError);
  CHECK_THROWS_AS(planted_partition(8, 2, 1, 1.5, 0), UsageError);
}

TEST_CASE("grid_edges: a 2 x 3 lattice has seven edges") {
  CHECK(grid_edges(2, 3) == std::vector<Edge>{{0, 1}, {0, 3}, {1, 2}, {1, 4}, {2, 5}, {3, 4}, {4, 5}});
  CHECK(grid_edges(0, 5).empty());
}

TEST_CASE("rmat_edges: heavy tails by default, an even spread with equal shares") {
  const auto most = [](const std::vector<Edge>& edges) { return degree_summary(Graph::from_edges(1 << 12, edges).in_edges()).most; };
  CHECK(most(rmat_edges(12, 1 << 16, 1)) > 300);
  CHECK(most(rmat_edges(12, 1 << 16, 1, {0.25, 0.25, 0.25})) < 60);
  CHECK_THROWS_WITH(rmat_edges(0, 1, 1), "rmat_edges: scale is 0, expected 1 to 31");
  CHECK_THROWS_AS(rmat_edges(4, 1, 1, {0.9, 0.2, 0.2}), UsageError);
}
