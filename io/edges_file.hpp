#pragma once
/// Edges from a file of any kind we know.
#include <string>
#include <vector>

#include "../graph/api.hpp"
#include "edge_list.hpp"

namespace edgewise::io {
EDGEWISE_API_BEGIN

/// Picks the reader: Matrix Market and GraphML by their first words, GraphViz by its ending (.dot, .gv) or first words, LINQS by
/// .cites; anything else is an edge list.  An ending .gz or .zst does not count.
/// `node_ids`: names of the rows of a Matrix Market file, see edges_of.
EdgeList read_edges(const TextFile& file, Names& names, const EdgeListOptions& options = {}, const std::vector<std::string>& node_ids = {});

EDGEWISE_API_END
}  // namespace edgewise::io
