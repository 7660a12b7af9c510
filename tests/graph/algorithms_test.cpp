#include <edgewise/graph/algorithms.hpp>
#include <edgewise/graph/error.hpp>
#include <edgewise/graph/random.hpp>

#include <algorithm>
#include <vector>

#include "support/check.hpp"

using namespace edgewise;

namespace {

/// Who reaches whom, one walk from every node.
std::vector<std::vector<bool>> reach(NodeId nodes, const std::vector<Edge>& arcs) {
  std::vector<std::vector<bool>> reached(nodes, std::vector<bool>(nodes, false));
  for (NodeId from = 0; from < nodes; ++from) {
    reached[from][from] = true;
    for (bool more = true; more;) {
      more = false;
      for (const Edge& arc : arcs) {
        if (!reached[from][arc.source] || reached[from][arc.target]) continue;
        more = reached[from][arc.target] = true;
      }
    }
  }
  return reached;
}

}  // namespace

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

TEST_CASE("components: strong ones of random graphs are the nodes that reach each other") {
  for (std::uint64_t seed = 0; seed < 5; ++seed) {
    CAPTURE(seed);
    constexpr NodeId kNodes = 120;
    Rng rng(seed);
    std::vector<Edge> arcs;  // a few sources in front, whose rows are empty, then about one arc per node: circles small and large
    for (std::size_t k = 0; k < 130; ++k) arcs.push_back({static_cast<NodeId>(rng.below(kNodes)), static_cast<NodeId>(20 + rng.below(kNodes - 20))});
    const Components parts = strong_components(Graph::from_edges(kNodes, arcs));
    const auto reached = reach(kNodes, arcs);
    NodeId next = 0;
    bool alike = true, numbered = true;
    for (NodeId i = 0; i < kNodes; ++i) {
      numbered = numbered && parts.of_node[i] <= next;
      next = std::max(next, parts.of_node[i] + 1);
      for (NodeId j = 0; j < kNodes; ++j) alike = alike && (parts.of_node[i] == parts.of_node[j]) == (reached[i][j] && reached[j][i]);
    }
    CHECK(alike);
    CHECK(numbered);
    CHECK(parts.size.size() == next);
  }
}

// A million empty rows in front of one circle: steps that grew with their square would not end within the time a test has.
TEST_CASE("components: strong ones take steps for nodes and arcs, not for pairs of empty rows") {
  constexpr NodeId kSources = 1'000'000;
  std::vector<Edge> arcs;
  for (NodeId i = 0; i < kSources; ++i) arcs.push_back({i, kSources});
  arcs.push_back({kSources, kSources + 1});
  arcs.push_back({kSources + 1, kSources});
  const Components parts = strong_components(Graph::from_edges(kSources + 2, arcs));
  CHECK(parts.size.size() == kSources + 1);
  CHECK(parts.size.back() == 2);
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
