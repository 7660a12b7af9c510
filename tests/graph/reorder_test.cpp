#include <edgewise/graph/generate.hpp>
#include <edgewise/graph/random.hpp>
#include <edgewise/graph/reorder.hpp>
#include <edgewise/graph/transform.hpp>

#include "support/check.hpp"

using namespace edgewise;

TEST_CASE("reverse_cuthill_mckee: a scrambled path becomes a path again") {
  const Graph path = build_graph(2000, grid_edges(1, 2000)).graph;
  const Graph scrambled = relabel(path, Rng(3).permutation(2000)).graph;
  REQUIRE(bandwidth(scrambled) > 1000);
  CHECK(bandwidth(relabel(scrambled, reverse_cuthill_mckee(scrambled)).graph) == 1);
}

TEST_CASE("reverse_cuthill_mckee: several parts, lonely nodes, one-way arcs and no nodes at all") {
  const Graph graph = Graph::from_edges(6, std::vector<Edge>{{0, 5}, {5, 2}, {1, 4}});
  CHECK(bandwidth(relabel(graph, reverse_cuthill_mckee(graph)).graph) <= 2);
  CHECK(reverse_cuthill_mckee(Graph()).empty());
}

TEST_CASE("community_order: members of a community get neighbouring numbers, the order within as it was") {
  // Two squares with both diagonals, tied by one edge, their nodes dealt in turn.
  const Graph graph =
      build_graph(8, std::vector<Edge>{{0, 2}, {0, 4}, {0, 6}, {2, 4}, {2, 6}, {4, 6}, {1, 3}, {1, 5}, {1, 7}, {3, 5}, {3, 7}, {5, 7}, {6, 1}}).graph;
  CHECK(community_order(graph) == std::vector<NodeId>{0, 4, 1, 5, 2, 6, 3, 7});
  CHECK(community_order(Graph()).empty());
}

TEST_CASE("community_order: planted communities come together again") {
  constexpr NodeId kNodes = 2000;
  const PlantedPartition planted = planted_partition(kNodes, 40, 20000, 0.9, 5);  // 50 nodes a class, node i in class i mod 40
  const Graph graph = build_graph(kNodes, planted.edges).graph;
  const auto mean_distance = [](const Graph& of) {
    double sum = 0;
    for (NodeId i = 0; i < kNodes; ++i)
      for (const NodeId j : of.in_edges().row(i)) sum += i > j ? i - j : j - i;
    return sum / static_cast<double>(of.num_arcs());
  };
  REQUIRE(mean_distance(graph) > 500);
  const auto new_id = community_order(graph);
  CHECK(mean_distance(relabel(graph, new_id).graph) < 150);  // a tenth of the arcs leaves its class: 667 away on average
  CHECK(new_id == community_order(graph));
}
