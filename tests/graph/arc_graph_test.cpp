#include <edgewise/graph/arc_graph.hpp>
#include <edgewise/graph/error.hpp>

#include "support/check.hpp"

using namespace edgewise;

namespace {

std::vector<NodeId> row(const Graph& graph, NodeId i) {
  const auto row = graph.in_edges().row(i);
  return {row.begin(), row.end()};
}

}  // namespace

TEST_CASE("arc graph: propane, where each arc hears what does not come back from its own target") {
  // arc ids by target: 0: 1->0, 1: 0->1, 2: 2->1, 3: 1->2
  const Graph chain = Graph::from_undirected(3, {{0, 1}, {1, 2}});
  const Graph arcs = arc_graph(chain);
  CHECK(arcs.num_nodes() == 4);
  CHECK(row(arcs, 0) == std::vector<NodeId>{2});  // 1->0 hears 2->1, not 0->1
  CHECK(row(arcs, 1).empty());                    // nothing but 1 points at 0
  CHECK(row(arcs, 2).empty());
  CHECK(row(arcs, 3) == std::vector<NodeId>{1});
}

TEST_CASE("arc graph: a triangle passes messages round in both senses, a loop hears the others") {
  const Graph triangle = Graph::from_undirected(3, {{0, 1}, {1, 2}, {0, 2}});
  CHECK(arc_graph(triangle).num_arcs() == 6);
  for (NodeId e = 0; e < 6; ++e) CHECK(row(arc_graph(triangle), e).size() == 1);
  const Graph loop = Graph::from_edges(2, {{0, 0}, {1, 0}});  // 0: 0->0, 1: 1->0
  CHECK(row(arc_graph(loop), 0) == std::vector<NodeId>{1});
  CHECK(row(arc_graph(loop), 1).empty());
}

TEST_CASE("arcs into: each node lists its arcs, each arc names its sender") {
  const Graph graph = Graph::from_edges(3, {{0, 2}, {1, 2}, {2, 0}});
  const Graph into = arcs_into(graph);
  CHECK(into.num_targets() == 3);
  CHECK(into.num_sources() == 3);
  CHECK(row(into, 0) == std::vector<NodeId>{0});
  CHECK(row(into, 1).empty());
  CHECK(row(into, 2) == std::vector<NodeId>{1, 2});
  CHECK(row(senders(graph), 0) == std::vector<NodeId>{2});
  CHECK(row(senders(graph), 2) == std::vector<NodeId>{1});
}

TEST_CASE("arc graph: nothing in, nothing out, a rectangle has no paths") {
  CHECK(arc_graph(Graph()).num_nodes() == 0);
  CHECK(arcs_into(Graph()).num_targets() == 0);
  CHECK_THROWS_AS(arc_graph(Graph::bipartite(1, 2, {})), ShapeError);
}
