#pragma once
/// New graphs from old ones.  What arcs carried (weights, types, features) follows through `arc_before`.
#include <span>
#include <vector>

#include "api.hpp"
#include "graph.hpp"

namespace edgewise {
EDGEWISE_API_BEGIN

/// A graph made from another.
struct Transformed {
  Graph graph;
  std::vector<EdgeId> arc_before;  ///< per arc: the arc of the old graph that it stands for, kNoEdge for an added loop
};

/// All below: square graphs (else ShapeError), O(nodes + arcs * log(longest row)), rows in parallel, the same bytes for any
/// thread count.

/// Nodes without a loop get one; listed loops stay as they are, parallel ones too.
Transformed add_self_loops(const Graph& graph);
/// Drops every arc from a node to itself.
Transformed remove_self_loops(const Graph& graph);
/// Adds the opposite of every arc that lacks one; with parallel arcs both directions end with the larger number of them.
/// An added arc stands for the arc that it opposes.
Transformed symmetrize(const Graph& graph);
/// Node i becomes new_id[i].  Throws DataError when `new_id` is not a permutation of the nodes.
Transformed relabel(const Graph& graph, std::span<const NodeId> new_id);
/// The listed nodes, renumbered 0, 1, ... in their order, and the arcs among them.  Throws DataError when a node is not there
/// or listed twice.
Transformed induced_subgraph(const Graph& graph, std::span<const NodeId> nodes);

EDGEWISE_API_END
}  // namespace edgewise
