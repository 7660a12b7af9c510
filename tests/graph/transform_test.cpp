#include <edgewise/graph/error.hpp>
#include <edgewise/graph/generate.hpp>
#include <edgewise/graph/random.hpp>
#include <edgewise/graph/rows.hpp>
#include <edgewise/graph/transform.hpp>

#include "support/check.hpp"

using namespace edgewise;

namespace {

std::vector<NodeId> row(const Graph& graph, NodeId i) {
  const auto span = graph.in_edges().row(i);
  return {span.begin(), span.end()};
}
std::vector<NodeId> columns(const Graph& graph) { return {graph.in_edges().column().begin(), graph.in_edges().column().end()}; }

}  // namespace

TEST_CASE("add_self_loops: one where there is none, and the listed one keeps its place") {
  const Graph graph = Graph::from_edges(3, std::vector<Edge>{{0, 2}, {2, 2}, {1, 0}});
  const Transformed looped = add_self_loops(graph);
  CHECK(row(looped.graph, 0) == std::vector<NodeId>{0, 1});
  CHECK(row(looped.graph, 1) == std::vector<NodeId>{1});
  CHECK(row(looped.graph, 2) == std::vector<NodeId>{0, 2});
  CHECK(looped.arc_before == std::vector<EdgeId>{kNoEdge, 0, kNoEdge, 1, 2});
  CHECK(remove_self_loops(looped.graph).graph.num_arcs() == 2);
}

TEST_CASE("symmetrize: the opposite stands for the arc that it opposes, multiplicities level up") {
  const Graph graph = Graph::from_edges(3, std::vector<Edge>{{0, 1}, {0, 1}, {1, 0}, {2, 0}});
  const Transformed both = symmetrize(graph);
  CHECK(row(both.graph, 0) == std::vector<NodeId>{1, 1, 2});
  CHECK(row(both.graph, 1) == std::vector<NodeId>{0, 0});
  CHECK(row(both.graph, 2) == std::vector<NodeId>{0});
  CHECK(both.arc_before[5] == 1);  // 0 -> 2 was made from 2 -> 0, arc 1
  const Transformed again = symmetrize(both.graph);
  CHECK(columns(again.graph) == columns(both.graph));
}

TEST_CASE("relabel: node 0 becomes 2 and its neighbours follow") {
  const Graph graph = Graph::from_edges(3, std::vector<Edge>{{0, 1}, {1, 2}});
  const std::vector<NodeId> new_id{2, 0, 1};
  const Transformed moved = relabel(graph, new_id);
  CHECK(row(moved.graph, 0) == std::vector<NodeId>{2});
  CHECK(row(moved.graph, 1) == std::vector<NodeId>{0});
  CHECK(moved.arc_before == std::vector<EdgeId>{0, 1});
  CHECK_THROWS_WITH(relabel(graph, std::vector<NodeId>{0, 0, 1}), "relabel: node 0 is listed twice, at 0 and 1");
  CHECK_THROWS_WITH(relabel(graph, std::vector<NodeId>{0, 1}), "relabel: 2 new numbers for 3 nodes");
}

TEST_CASE("relabel: there and back is the same graph, on 1, 2 and 8 threads") {
  const Graph graph = build_graph(9000, random_edges(9000, 40000, 5)).graph;
  const std::vector<NodeId> there = Rng(6).permutation(9000);
  std::vector<NodeId> back(there.size());
  for (NodeId i = 0; i < there.size(); ++i) back[there[i]] = i;
  for (const std::size_t threads : {1U, 2U, 8U}) {
    const ThreadLimit limit(threads);
    CHECK(columns(relabel(relabel(graph, there).graph, back).graph) == columns(graph));
  }
}

TEST_CASE("induced_subgraph: listed order is the new order, arcs to others fall away") {
  const Graph graph = Graph::from_edges(4, std::vector<Edge>{{0, 1}, {3, 1}, {1, 3}, {2, 3}});
  const Transformed part = induced_subgraph(graph, std::vector<NodeId>{3, 1});
  CHECK(row(part.graph, 0) == std::vector<NodeId>{1});
  CHECK(row(part.graph, 1) == std::vector<NodeId>{0});
  CHECK(part.arc_before == std::vector<EdgeId>{2, 1});
  CHECK(induced_subgraph(graph, {}).graph.num_nodes() == 0);
  CHECK_THROWS_WITH(induced_subgraph(graph, std::vector<NodeId>{4}), "induced_subgraph: node 4 >= 4 nodes");
}
