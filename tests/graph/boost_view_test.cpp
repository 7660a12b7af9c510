#include <array>
#include <boost/graph/breadth_first_search.hpp>
#include <boost/graph/connected_components.hpp>
#include <boost/graph/graph_concepts.hpp>
#include <edgewise/graph/boost_view.hpp>
#include <edgewise/graph/graph.hpp>
#include <edgewise/graph/random.hpp>
#include <iterator>
#include <vector>

#include "support/check.hpp"

using namespace edgewise;

BOOST_CONCEPT_ASSERT((boost::VertexListGraphConcept<BoostView>));
BOOST_CONCEPT_ASSERT((boost::EdgeListGraphConcept<BoostView>));
BOOST_CONCEPT_ASSERT((boost::IncidenceGraphConcept<BoostView>));
BOOST_CONCEPT_ASSERT((boost::AdjacencyGraphConcept<BoostView>));

TEST_CASE("boost view: shows the rows as they are, empty ones included") {
  const std::vector<Edge> arcs{{1, 0}, {3, 0}, {3, 0}, {0, 3}};
  const Graph graph = Graph::from_edges(5, arcs);
  const BoostView view(graph.in_edges());
  CHECK(num_vertices(view) == 5);
  CHECK(num_edges(view) == 4);
  std::vector<std::pair<NodeId, NodeId>> seen;
  for (auto [e, end] = edges(view); e != end; ++e) seen.emplace_back(source(*e, view), target(*e, view));
  CHECK(seen == std::vector<std::pair<NodeId, NodeId>>{{0, 1}, {0, 3}, {0, 3}, {3, 0}});
  CHECK(out_degree(0, view) == 3);
  CHECK(out_degree(4, view) == 0);
  const auto [first, last] = out_edges(1, view);
  CHECK(first == last);
  CHECK(*adjacent_vertices(3, view).first == 0);
}

TEST_CASE("boost view: out-edges row by row are all edges, whichever rows are empty") {
  Rng rng(4);
  std::vector<Edge> arcs;
  for (std::size_t k = 0; k < 60; ++k) arcs.push_back({static_cast<NodeId>(rng.below(100)), static_cast<NodeId>(20 + 7 * rng.below(10))});
  const Graph graph = Graph::from_edges(100, arcs);  // rows 0 to 19 and most behind them are empty
  const BoostView view(graph.in_edges());
  std::vector<std::array<EdgeId, 3>> by_row, at_once;
  const auto put = [&](auto& list, const BoostView::Edge& edge) { list.push_back({source(edge, view), target(edge, view), edge.entry}); };
  for (NodeId i = 0; i < 100; ++i) {
    const auto [first, last] = out_edges(i, view);
    CHECK(static_cast<EdgeId>(std::distance(first, last)) == out_degree(i, view));
    for (auto e = first; e != last; ++e) put(by_row, *e);
  }
  for (auto [e, end] = edges(view); e != end; ++e) put(at_once, *e);
  CHECK(by_row == at_once);
  CHECK(by_row.size() == graph.num_arcs());
}

TEST_CASE("boost view: borrows the arrays") {
  const Graph graph = Graph::from_undirected(2, std::vector<Edge>{{0, 1}});
  CHECK(BoostView(graph.in_edges()).rows().column().data() == graph.in_edges().column().data());
}

TEST_CASE("boost view: Boost's own algorithms run on it") {
  const Graph graph = Graph::from_undirected(5, std::vector<Edge>{{0, 1}, {1, 2}, {3, 4}});
  const BoostView view(graph.in_edges());
  std::vector<NodeId> label(5);
  CHECK(boost::connected_components(view, boost::make_iterator_property_map(label.begin(), get(boost::vertex_index, view))) == 2);
  CHECK(label == std::vector<NodeId>{0, 0, 0, 1, 1});
  std::vector<int> distance(5, 0);
  boost::breadth_first_search(view, 0,
                              boost::visitor(boost::make_bfs_visitor(boost::record_distances(
                                  boost::make_iterator_property_map(distance.begin(), get(boost::vertex_index, view)), boost::on_tree_edge()))));
  CHECK(distance == std::vector<int>{0, 1, 2, 0, 0});
}

TEST_CASE("boost view: a graph without nodes, and a rectangle is refused") {
  const BoostView view{Csr()};
  CHECK(vertices(view).first == vertices(view).second);
  CHECK(edges(view).first == edges(view).second);
  const Graph wide = Graph::bipartite(2, 3, std::vector<Edge>{{2, 1}});
  CHECK_THROWS_WITH(BoostView(wide.in_edges()), "boost view: 2 rows x 3 columns, expected a square");
}
