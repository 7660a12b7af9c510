#pragma once
/// What became of the listed edges, one line a fact.
#include <optional>
#include <string>
#include <vector>

#include "../graph/api.hpp"
#include "../graph/graph.hpp"
#include "names.hpp"

namespace edgewise::io {
EDGEWISE_API_BEGIN

/// "1 edge", "2 edges".
std::string counted(std::size_t count, const std::string& one, const std::string& many);

/// What the notes cannot see in the graph itself.
struct GraphNoteOptions {
  bool directed = false;              ///< as it was read
  std::optional<bool> said_directed;  ///< as the file says
  bool has_columns = false;           ///< the edges carry values or types
  std::string file;                   ///< where the edges come from
};
/// "3 nodes, 2 edges, 4 arcs (undirected)"; duplicates merged; self-loops listed and added; nodes without an in-neighbour; a file
/// that says another direction.  O(nodes + arcs).
std::vector<std::string> graph_notes(const BuiltGraph& built, const Names& nodes, std::size_t listed, const GraphNoteOptions& options);

EDGEWISE_API_END
}  // namespace edgewise::io
