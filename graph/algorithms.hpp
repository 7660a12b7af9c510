#pragma once
/// Facts about a graph: components, degrees, isolated nodes, homophily.
#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "api.hpp"
#include "graph.hpp"

namespace edgewise {
EDGEWISE_API_BEGIN

/// A partition of the nodes.
struct Components {
  std::vector<NodeId> of_node;  ///< component number per node; numbers follow the smallest node of a component
  std::vector<NodeId> size;     ///< nodes per component
};

/// Parts that hang together when directions are forgotten.  O(arcs) nearly; a square graph, else ShapeError.
Components weak_components(const Graph& graph);
/// Parts within which every node reaches every other along arcs.  O(nodes + arcs).
Components strong_components(const Graph& graph);

/// Nodes without a neighbour other than themselves, in either direction.
NodeId count_isolated(const Graph& graph);
/// Targets whose row of in-edges is empty: they attend to nobody.
NodeId count_without_in_edges(const Graph& graph);
/// Arcs j -> i whose opposite i -> j is missing: 0 for an undirected graph.
EdgeId count_one_way_arcs(const Graph& graph);
/// Arcs from a node to itself.
EdgeId count_loops(const Graph& graph);

/// How the row lengths of a mask spread.
struct DegreeSummary {
  static constexpr std::array<double, 5> kShares{0.25, 0.5, 0.75, 0.9, 0.99};  ///< the shares of nodes that `quantile` answers for
  EdgeId least = 0;                                                            ///< the smallest degree
  std::array<EdgeId, 5> quantiles{};  ///< for each share p: the smallest degree that at least p of the rows do not exceed
  EdgeId most = 0;                    ///< the largest
  double mean = 0;                    ///< arcs per node
};
/// All zero without rows.  O(rows) time, 8 bytes a row for the moment.
DegreeSummary degree_summary(const Csr& rows);

/// Edge homophily: the share of arcs, loops aside, whose two ends have the same class; arcs with an unlabelled end (a negative
/// class) do not count.  nullopt when none is left.  Throws ShapeError when there is not one class per node.
/// Source   Zhu et al. 2020, arXiv:2006.11468, def. 1.
std::optional<double> edge_homophily(const Graph& graph, std::span<const std::int32_t> classes);

EDGEWISE_API_END
}  // namespace edgewise
