#pragma once
/// An order of the nodes in which neighbours stand close together, so that rows read next are often still in cache.
#include <vector>

#include "api.hpp"
#include "graph.hpp"

namespace edgewise {
EDGEWISE_API_BEGIN

/// Reverse Cuthill-McKee: new_id[i] for `relabel`.  Directions are ignored.
/// Cost     O(arcs * log(longest row)) on one thread, through Boost.Graph.
/// Source   Cuthill & McKee 1969, doi:10.1145/800195.805928; reversed by George 1971.
std::vector<NodeId> reverse_cuthill_mckee(const Graph& graph);

/// Communities one behind the other, in each the nodes as they were: new_id[i] for `relabel`.  Directions are ignored.
/// Communities are found by label propagation: five times, each node in turn takes the label that most of its neighbours have (its own where
/// that is among them, else the one met first).  No randomness: the same graph gives the same order.
/// Cost     O(arcs) on one thread, 16 bytes a node.
/// Source   Raghavan, Albert & Kumara 2007, doi:10.1103/PhysRevE.76.036106.
std::vector<NodeId> community_order(const Graph& graph);

/// The largest |i - j| over all arcs j -> i: what reverse Cuthill-McKee makes small.
NodeId bandwidth(const Graph& graph);

EDGEWISE_API_END
}  // namespace edgewise
