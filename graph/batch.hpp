#pragma once
/// Many small graphs as one: blocks along the diagonal, no arc between them.
#include <cstdint>
#include <span>
#include <vector>

#include "api.hpp"
#include "graph.hpp"

namespace edgewise {
EDGEWISE_API_BEGIN

/// Graphs side by side.  Graph g owns nodes node_begin[g] .. node_begin[g+1]-1 and arcs arc_begin[g] .. arc_begin[g+1]-1, in
/// their own order: tables per node and per arc are the graphs' tables stacked.
struct GraphBatch {
  Graph graph;                               ///< of all of them together
  std::vector<NodeId> node_begin;            ///< graphs + 1
  std::vector<EdgeId> arc_begin;             ///< graphs + 1
  std::vector<std::uint32_t> graph_of_node;  ///< one per node, ascending

  /// How many were joined.
  std::size_t graphs() const { return node_begin.size() - 1; }
};

/// Joins square graphs (else ShapeError); graphs without nodes keep their place.  Throws UsageError past 2^32 - 1 nodes.
/// O(nodes + arcs), graphs in parallel.
GraphBatch make_batch(std::span<const Graph> graphs);
/// The named graphs of a batch, in the order given; a graph may be named twice.  One alone has its own numbering back.  Throws UsageError for a graph
/// that is not there.
GraphBatch take(const GraphBatch& batch, std::span<const std::uint32_t> graphs);
/// Who belongs to whom: row g lists the nodes of graph g (graphs x nodes), or its arcs (graphs x arcs).  What a readout attends over:
Graph node_membership(const GraphBatch& batch);
/// The same for arcs: a row per graph, a column per arc of the batch.
Graph arc_membership(const GraphBatch& batch);

EDGEWISE_API_END
}  // namespace edgewise
