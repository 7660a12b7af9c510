#include "algorithms.hpp"

#include <algorithm>
#include <boost/graph/incremental_components.hpp>
#include <boost/graph/strong_components.hpp>
#include <boost/pending/disjoint_sets.hpp>
#include <cmath>

#include "boost_view.hpp"
#include "error.hpp"

namespace edgewise {
namespace {

/// Renumbers any labels by first appearance, so that the result does not show which algorithm made them.
template <class LabelOf>
Components number_by_first(NodeId nodes, LabelOf label_of) {
  Components parts;
  parts.of_node.resize(nodes);
  std::vector<NodeId> number(nodes, nodes);
  for (NodeId i = 0; i < nodes; ++i) {
    NodeId& mine = number[label_of(i)];
    if (mine == nodes) {
      mine = static_cast<NodeId>(parts.size.size());
      parts.size.push_back(0);
    }
    parts.of_node[i] = mine;
    ++parts.size[mine];
  }
  return parts;
}

}  // namespace

Components weak_components(const Graph& graph) {
  const NodeId nodes = graph.num_nodes();
  const BoostView view(graph.in_edges());
  std::vector<NodeId> rank(nodes), parent(nodes);
  boost::disjoint_sets<NodeId*, NodeId*> sets(rank.data(), parent.data());
  boost::initialize_incremental_components(view, sets);
  boost::incremental_components(view, sets);  // joins the ends of every arc, so one direction is enough
  return number_by_first(nodes, [&](NodeId i) { return sets.find_set(i); });
}

Components strong_components(const Graph& graph) {
  const NodeId nodes = graph.num_nodes();
  const BoostView view(graph.in_edges());  // turning every arc round leaves strong components as they are
  std::vector<NodeId> label(nodes);
  boost::strong_components(view, boost::make_iterator_property_map(label.begin(), get(boost::vertex_index, view)));
  return number_by_first(nodes, [&](NodeId i) { return label[i]; });
}

NodeId count_isolated(const Graph& graph) {
  const NodeId nodes = graph.num_nodes();
  std::vector<bool> joined(nodes, false);
  for (NodeId i = 0; i < nodes; ++i)
    for (const NodeId j : graph.in_edges().row(i))
      if (j != i) joined[i] = joined[j] = true;
  return static_cast<NodeId>(std::count(joined.begin(), joined.end(), false));
}

NodeId count_without_in_edges(const Graph& graph) {
  NodeId count = 0;
  for (NodeId i = 0; i < graph.num_targets(); ++i) count += graph.in_edges().degree(i) == 0 ? 1U : 0U;
  return count;
}

EdgeId count_one_way_arcs(const Graph& graph) {
  EdgeId count = 0;
  for (NodeId i = 0; i < graph.num_nodes(); ++i)
    for (const NodeId j : graph.in_edges().row(i)) {
      const auto back = graph.in_edges().row(j);
      count += std::binary_search(back.begin(), back.end(), i) ? 0U : 1U;
    }
  return count;
}

EdgeId count_loops(const Graph& graph) {
  EdgeId count = 0;
  for (NodeId i = 0; i < graph.num_nodes(); ++i) {
    const auto row = graph.in_edges().row(i);
    const auto [first, last] = std::equal_range(row.begin(), row.end(), i);
    count += static_cast<EdgeId>(last - first);
  }
  return count;
}

DegreeSummary degree_summary(const Csr& rows) {
  DegreeSummary summary;
  if (rows.rows() == 0) return summary;
  std::vector<EdgeId> degree(rows.rows());
  for (NodeId i = 0; i < rows.rows(); ++i) degree[i] = rows.degree(i);
  std::sort(degree.begin(), degree.end());
  summary.least = degree.front();
  summary.most = degree.back();
  summary.mean = static_cast<double>(rows.edges()) / static_cast<double>(rows.rows());
  for (std::size_t k = 0; k < DegreeSummary::kShares.size(); ++k) {
    const double rank = std::ceil(DegreeSummary::kShares[k] * static_cast<double>(degree.size()));
    summary.quantiles[k] = degree[std::max<std::size_t>(static_cast<std::size_t>(rank), 1) - 1];
  }
  return summary;
}

std::optional<double> edge_homophily(const Graph& graph, std::span<const std::int32_t> classes) {
  if (classes.size() != graph.num_nodes()) fail<ShapeError>("edge_homophily: ", classes.size(), " classes for ", graph.num_nodes(), " nodes");
  EdgeId alike = 0, counted = 0;
  for (NodeId i = 0; i < graph.num_nodes(); ++i) {
    if (classes[i] < 0) continue;
    for (const NodeId j : graph.in_edges().row(i)) {
      if (j == i || classes[j] < 0) continue;
      ++counted;
      alike += classes[i] == classes[j] ? 1U : 0U;
    }
  }
  if (counted == 0) return std::nullopt;
  return static_cast<double>(alike) / static_cast<double>(counted);
}

}  // namespace edgewise
