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

TEST_CASE("graph: a view borrows the caller's arrays and is the graph that a copy would be") {
  const std::vector<EdgeId> begin{0, 1, 3, 3};
  const std::vector<NodeId> sources{1, 0, 2};
  const Graph graph = Graph::view(begin, sources);
  CHECK(graph.in_edges().begin().data() == begin.data());
  CHECK(graph.in_edges().column().data() == sources.data());
  CHECK(graph.num_nodes() == 3);
  CHECK(graph.out_edges().row(2)[0] == 1);
  const Graph wide = Graph::view(begin, sources, 9);
  CHECK(wide.num_targets() == 3);
  CHECK(wide.num_sources() == 9);
  CHECK(Graph::view(std::vector<EdgeId>{0}, std::vector<NodeId>{}).num_nodes() == 0);
}

TEST_CASE("graph: a view of arrays that are no rows is refused by row, value and limit, and the next call works") {
  const std::vector<EdgeId> begin{0, 1, 3, 3};
  const auto view = [](const std::vector<EdgeId>& rows, const std::vector<NodeId>& sources) { Graph::view(rows, sources); };
  CHECK_THROWS_WITH(view(begin, {1, 0, 7}), "csr: row 1 holds column 7, but there are 3 columns");
  CHECK_THROWS_AS(view(begin, {1, 0, 7}), DataError);
  CHECK_THROWS_WITH(view(begin, {1, 2, 0}), Catch::Contains("row 1 holds column 0 after 2") && Catch::Contains("must ascend"));
  CHECK_THROWS_WITH(view({0, 2, 1, 3}, {0, 1, 2}), "csr: begin falls from 2 to 1 at row 1");
  CHECK_THROWS_WITH(view({0, 1}, {0, 1}), "csr: begin ends at 1, but there are 2 column entries");
  CHECK_THROWS_WITH(view({1, 2}, {0, 0}), "csr: begin[0] is 1, expected 0");
  CHECK_THROWS_WITH(view({}, {}), Catch::Contains("no row starts"));
  view(begin, {1, 0, 2});
}
