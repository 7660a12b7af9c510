#include <edgewise/graph/algorithms.hpp>
#include <edgewise/graph/error.hpp>

#include "support/check.hpp"

using namespace edgewise;

TEST_CASE("components: two paths and a lonely node are three, numbered by their smallest node") {
  const Graph graph = Graph::from_undirected(6, std::vector<Edge>{{5, 1}, {1, 3}, {0, 4}});
  const Components parts = weak_components(graph);
  CHECK(parts.of_node == std::vector<NodeId>{0, 1, 2, 1, 0, 1});
  CHECK(parts.size == std::vector<NodeId>{2, 3, 1});
}

TEST_CASE("components: one direction joins weakly, a circle strongly") {
  const Graph graph = Graph::from_edges(4, std::vector<Edge>{{0, 1}, {1, 2}, {2, 1}, {2, 3}});
  CHECK(weak_components(graph).size == std::vector<NodeId>{4});
  CHECK(strong_components(graph).of_node == std::vector<NodeId>{0, 1, 1, 2});
}

TEST_CASE("components: none without nodes, all alone without arcs") {
  CHECK(weak_components(Graph()).size.empty());
  CHECK(strong_components(Graph()).size.empty());
  CHECK(weak_components(Graph::from_edges(3, {})).size == std::vector<NodeId>{1, 1, 1});
}

TEST_CASE("isolated: a loop is no company, a node that only sends is not isolated but hears nothing") {
  const Graph graph = Graph::from_edges(4, std::vector<Edge>{{0, 1}, {2, 2}});
  CHECK(count_isolated(graph) == 2);
  CHECK(count_without_in_edges(graph) == 2);
  CHECK(count_loops(graph) == 1);
  CHECK(count_one_way_arcs(graph) == 1);
}

TEST_CASE("degrees: quantiles by nearest rank, checked on four rows") {
  const Graph star = Graph::from_edges(4, std::vector<Edge>{{1, 0}, {2, 0}, {3, 0}, {0, 1}});  // degrees 3 1 0 0
  const DegreeSummary degrees = degree_summary(star.in_edges());
  CHECK(degrees.least == 0);
  CHECK(degrees.quantiles == std::array<EdgeId, 5>{0, 0, 1, 3, 3});
  CHECK(degrees.most == 3);
  CHECK(degrees.mean == 1);
  CHECK(degree_summary(Csr()).most == 0);
}

TEST_CASE("homophily: two of three labelled edges join equals, loops and unlabelled ends do not count") {
  const std::vector<Edge> edges{{0, 1}, {1, 2}, {2, 3}, {3, 4}, {0, 0}};
  const Graph graph = Graph::from_undirected(5, edges);
  const std::vector<std::int32_t> classes{7, 7, 7, 1, -1};
  CHECK(edge_homophily(graph, classes).value() == Approx(2.0 / 3));
  CHECK_FALSE(edge_homophily(Graph::from_edges(5, {}), classes));
  CHECK_THROWS_WITH(edge_homophily(Graph(), classes), "edge_homophily: 5 classes for 0 nodes");
}
