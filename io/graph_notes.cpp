#include "graph_notes.hpp"

#include <algorithm>

namespace edgewise::io {
namespace {

/// Nodes that no other node and no listed loop points to.
std::vector<NodeId> without_in_neighbour(const BuiltGraph& built) {
  std::vector<NodeId> found;
  const Csr& in = built.graph.in_edges();
  for (NodeId i = 0; i < in.rows(); ++i) {
    const bool hears = in.degree(i) > 1 || (in.degree(i) == 1 && built.edge_of_arc[in.begin()[i]] != kNoEdge);
    if (!hears) found.push_back(i);
  }
  return found;
}

}  // namespace

std::string counted(std::size_t count, const std::string& one, const std::string& many) {
  return std::to_string(count) + " " + (count == 1 ? one : many);
}

std::vector<std::string> graph_notes(const BuiltGraph& built, const Names& nodes, std::size_t listed, const GraphNoteOptions& options) {
  std::vector<std::string> notes;
  const auto added = static_cast<std::size_t>(std::count(built.edge_of_arc.begin(), built.edge_of_arc.end(), kNoEdge));
  notes.push_back(counted(nodes.size(), "node", "nodes") + ", " + counted(listed - built.merged, "edge", "edges") + ", " +
                  counted(built.edge_of_arc.size() - added, "arc", "arcs") + (options.directed ? " (directed)" : " (undirected)"));
  if (built.merged > 0)
    notes.push_back("merged " + counted(built.merged, "duplicate edge", "duplicate edges") +
                    (options.has_columns ? "; the columns of the first one count" : ""));
  if (built.listed_loops > 0) notes.push_back(counted(built.listed_loops, "self-loop", "self-loops") + " listed");
  if (added > 0) notes.push_back(counted(added, "self-loop", "self-loops") + " added");
  if (options.said_directed && *options.said_directed != options.directed)
    notes.push_back(options.file + ": the file says " +
                    (options.directed ? "undirected, read as directed" : "directed, read as undirected; pass --directed to keep directions"));
  const std::vector<NodeId> deaf = without_in_neighbour(built);
  if (deaf.size() == 1) notes.push_back("1 node has no in-neighbour: '" + nodes[deaf[0]] + "'");
  if (deaf.size() > 1) notes.push_back(std::to_string(deaf.size()) + " nodes have no in-neighbour");
  return notes;
}

}  // namespace edgewise::io
