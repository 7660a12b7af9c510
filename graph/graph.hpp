#pragma once
/// Graph: who attends to whom.  Immutable, checked once, shared by copies.
#include <memory>
#include <span>
#include <vector>

#include "api.hpp"
#include "csr.hpp"
#include "row_grid.hpp"

namespace edgewise {
EDGEWISE_API_BEGIN

/// A directed graph as in-edges (row = the node that receives) with the transposed rows beside them.
/// An *arc* j -> i says that i attends to j.  An undirected edge is two arcs.  Targets and sources may be two different
/// sets (cross attention, sampled blocks): then the graph is rectangular, num_targets() x num_sources().
/// Arc ids   An arc's id is its place in in_edges(): every array "per arc" is ordered by it.
/// Cost      in_edges(): 8 bytes a node and 4 an arc; out_edges() and arc_of_out_edge() are made at the first call
///           (12 more bytes an arc) and kept.
/// Threads   Everything is const and may be called from many threads at once, the first call included.
class Graph {
 public:
  Graph() : Graph(Csr()) {}
  /// Any checked mask: row = target, columns = the sources it attends to.
  explicit Graph(Csr in_edges);
  /// Arcs exactly as listed, parallel ones kept.  Throws DataError naming the arc and the limit when an end is >= nodes.
  static Graph from_edges(NodeId nodes, std::span<const Edge> arcs);
  static Graph from_edges(NodeId nodes, std::initializer_list<Edge> arcs) { return from_edges(nodes, std::span(arcs.begin(), arcs.size())); }
  /// Both directions of every listed edge, merged: `a b` and `b a` are one edge, a self-loop is one arc.
  static Graph from_undirected(NodeId nodes, std::span<const Edge> edges);
  static Graph from_undirected(NodeId nodes, std::initializer_list<Edge> edges) {
    return from_undirected(nodes, std::span(edges.begin(), edges.size()));
  }
  /// Rectangular: `arcs` go from sources 0..sources-1 to targets 0..targets-1.
  static Graph bipartite(NodeId targets, NodeId sources, std::span<const Edge> arcs);
  /// Borrows compressed rows of the caller: target i attends to sources[begin[i]] .. sources[begin[i+1]-1], ascending.  begin has a place
  /// more than there are targets.  The caller keeps both arrays alive and unchanged as long as the graph, its copies, or tensors on the
  /// tape that came of it.  Nothing is copied; checked once, O(nodes + arcs).
  ///   const Graph graph = Graph::view(begin, sources);
  /// Throws   DataError naming row, value and limit: where begin does not rise from 0 to the number of entries, a source is >= nodes,
  ///          or a row does not ascend (from_edges takes arcs in any order).
  static Graph view(std::span<const EdgeId> begin, std::span<const NodeId> sources);
  /// Rectangular: the sources are 0 .. num_sources-1.
  static Graph view(std::span<const EdgeId> begin, std::span<const NodeId> sources, NodeId num_sources);

  /// Rows, columns and entries of in_edges():
  NodeId num_targets() const { return in_.rows(); }
  NodeId num_sources() const { return in_.columns(); }
  EdgeId num_arcs() const { return in_.edges(); }
  /// Nodes of a square graph.  Throws ShapeError when targets and sources differ.
  NodeId num_nodes() const;

  /// Row i: the sources that target i attends to, ascending.
  const Csr& in_edges() const { return in_; }
  /// Row j: the targets that attend to source j, ascending.
  const Csr& out_edges() const;
  /// Arc id of each entry of out_edges().
  std::span<const EdgeId> arc_of_out_edge() const;
  /// How kernels cut the rows of in_edges() and of out_edges() into tasks; made at the first call and kept:
  const RowGrid& in_grid() const;
  const RowGrid& out_grid() const;

 private:
  struct Derived;
  Csr in_;
  std::shared_ptr<Derived> derived_;
};

/// What to do with an arc that is listed more than once.
enum class Parallel { keep, merge };

/// How `build_graph` turns a list of edges into a graph.
struct BuildOptions {
  bool directed = false;                ///< false: every edge becomes two arcs
  Parallel parallel = Parallel::merge;  ///< what becomes of arcs that are listed twice
  bool self_loops = false;              ///< true: every node ends with exactly one loop; listed loops are taken over
};

/// A graph and how it came about.
struct BuiltGraph {
  Graph graph;
  std::vector<EdgeId> edge_of_arc;  ///< per arc: index of the (first) listed edge behind it, kNoEdge for an added loop
  EdgeId merged = 0;                ///< listed edges dropped because an earlier one says the same
  EdgeId listed_loops = 0;          ///< listed edges whose ends are one node
};

/// The one builder behind every reader.  O(nodes + edges) time (radix by node), the same bytes for any thread count.
/// An arc of an undirected edge runs against the listed direction when its source is the edge's target:
/// see `runs_backward`.
/// Throws   DataError naming edge and limit when an end is >= nodes.
BuiltGraph build_graph(NodeId nodes, std::span<const Edge> edges, const BuildOptions& options = {});

EDGEWISE_API_END
}  // namespace edgewise
