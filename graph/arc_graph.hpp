#pragma once
/// Arcs that hear arcs: the masks under models whose states live on bonds instead of atoms.
#include "api.hpp"
#include "graph.hpp"

namespace edgewise {
EDGEWISE_API_BEGIN

/// A graph whose nodes are the arcs of `graph` (by arc id): arc j -> i hears every arc k -> j with k != i, so that nothing goes
/// straight back where it came from.
/// Cost     O(nodes + arcs * longest row) time.  Throws UsageError for 2^32 - 1 arcs or more, ShapeError for a rectangle.
/// Source   Dai, Dai & Song 2016, arXiv:1603.05629; Yang et al. 2019, doi:10.1021/acs.jcim.9b00237 (directed message passing).
Graph arc_graph(const Graph& graph);

/// Row i lists the ids of the arcs into node i (nodes x arcs).
Graph arcs_into(const Graph& graph);
/// Row e names the node that arc e comes from (arcs x nodes, one entry a row).
Graph senders(const Graph& graph);

EDGEWISE_API_END
}  // namespace edgewise
