#include "reorder.hpp"

#include <algorithm>
#include <boost/graph/cuthill_mckee_ordering.hpp>
#include <iterator>

#include "algorithms.hpp"
#include "boost_view.hpp"
#include "transform.hpp"

namespace edgewise {

std::vector<NodeId> reverse_cuthill_mckee(const Graph& graph) {
  const NodeId nodes = graph.num_nodes();
  std::vector<NodeId> new_id(nodes);
  if (nodes == 0) return new_id;
  const BoostView view(count_one_way_arcs(graph) == 0 ? graph.in_edges() : symmetrize(graph).graph.in_edges());
  std::vector<boost::default_color_type> color(nodes);
  std::vector<EdgeId> degree(nodes);
  for (NodeId i = 0; i < nodes; ++i) degree[i] = view.rows().degree(i);
  const auto index = get(boost::vertex_index, view);
  std::vector<NodeId> order;
  order.reserve(nodes);
  boost::cuthill_mckee_ordering(view, std::back_inserter(order), boost::make_iterator_property_map(color.begin(), index),
                                boost::make_iterator_property_map(degree.begin(), index));
  for (NodeId k = 0; k < nodes; ++k) new_id[order[nodes - 1 - k]] = k;
  return new_id;
}

NodeId bandwidth(const Graph& graph) {
  NodeId widest = 0;
  for (NodeId i = 0; i < graph.num_nodes(); ++i)
    for (const NodeId j : graph.in_edges().row(i)) widest = std::max(widest, i > j ? i - j : j - i);
  return widest;
}

}  // namespace edgewise
