#include <edgewise/graph/error.hpp>
#include <edgewise/graph/graph.hpp>

#include "support/check.hpp"

using namespace edgewise;

TEST_CASE("graph: an undirected edge is two arcs, and both spellings of it are one") {
  const std::vector<Edge> edges{{0, 1}, {1, 0}, {1, 2}};
  const BuiltGraph built = build_graph(3, edges);
  CHECK(built.graph.num_arcs() == 4);
  CHECK(built.merged == 1);
  CHECK(built.graph.in_edges().row(1)[0] == 0);
  CHECK(built.graph.in_edges().row(1)[1] == 2);
  CHECK(built.edge_of_arc == std::vector<EdgeId>{0, 0, 2, 2});
}

TEST_CASE("graph: with self-loops every node ends with exactly one") {
  const std::vector<Edge> edges{{0, 2}, {2, 2}, {2, 2}};
  const BuiltGraph built = build_graph(3, edges, {.directed = true, .parallel = Parallel::keep, .self_loops = true});
  CHECK(built.graph.num_arcs() == 4);
  CHECK(built.edge_of_arc == std::vector<EdgeId>{kNoEdge, kNoEdge, 0, 1});
}

TEST_CASE("graph: an end past the last node is refused by name, and the next call works") {
  CHECK_THROWS_WITH(Graph::from_edges(3, {{0, 7}}), "graph: edge 0: target 7 >= 3 nodes");
  CHECK(Graph::from_edges(3, {{0, 2}}).num_arcs() == 1);
}

TEST_CASE("graph: a merged edge counts once, also when its ends lie far apart in the rows") {
  std::vector<Edge> edges;
  for (NodeId i = 0; i < 3; ++i) {
    edges.push_back({i, 9000 + i});
    edges.push_back({9000 + i, i});
  }
  CHECK(build_graph(10000, edges).merged == 3);
}
