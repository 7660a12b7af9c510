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
