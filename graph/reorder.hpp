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
/// The largest |i - j| over all arcs j -> i: what reverse Cuthill-McKee makes small.
NodeId bandwidth(const Graph& graph);

EDGEWISE_API_END
}  // namespace edgewise
