#pragma once
/// GraphML and GraphViz, through Boost.Graph's readers.
///   <graph edgedefault="undirected">            graph {
///     <node id="anna"/> <node id="ben"/>          anna -- ben [weight=0.5];
///     <edge source="anna" target="ben"/>          carla;
///   </graph>                                    }
#include "../graph/api.hpp"
#include "edge_list.hpp"

namespace edgewise::io {
EDGEWISE_API_BEGIN

/// Nodes are named by their `id`, in file order, isolated ones too.  The first graph of the file (and the graphs right inside it) is read.
/// An attribute `weight` of the edges is their weight; others are taken by `options.columns` and `options.type`.
/// Throws   DataError `file:line:` for broken XML, `file:` for what is wrong in the graph: an edge to a node that is not declared, a
///          node declared twice, an attribute that is missing or no finite number, directed and undirected edges mixed.
EdgeList read_graphml(const TextFile& file, Names& names, const EdgeListOptions& options = {});

/// Nodes are named by their ids, in byte order; a subgraph on one side of an edge stands for all its nodes.  Else as read_graphml.
EdgeList read_graphviz(const TextFile& file, Names& names, const EdgeListOptions& options = {});

EDGEWISE_API_END
}  // namespace edgewise::io
