// build_graph: a list of edges becomes sorted rows.  Arcs are dealt into their target's row as (source, edge) keys and each
// row is sorted by itself, so rows can be sorted side by side and the first listed edge of a parallel bunch comes first.
#include <algorithm>
#include <utility>

#include "error.hpp"
#include "graph.hpp"
#include "rows.hpp"

namespace edgewise {
namespace {

struct Key {
  NodeId source;
  std::uint32_t edge_high;
  std::uint32_t edge_low;  // split in halves: 12 bytes a key instead of 16
  EdgeId edge() const { return (EdgeId{edge_high} << 32) | edge_low; }
  friend auto operator<=>(const Key&, const Key&) = default;
};
Key make_key(NodeId source, EdgeId edge) { return {source, static_cast<std::uint32_t>(edge >> 32), static_cast<std::uint32_t>(edge)}; }

void check_ends(NodeId nodes, std::span<const Edge> edges) {
  for (std::size_t e = 0; e < edges.size(); ++e) {
    if (edges[e].source >= nodes) fail<DataError>("graph: edge ", e, ": source ", edges[e].source, " >= ", nodes, " nodes");
    if (edges[e].target >= nodes) fail<DataError>("graph: edge ", e, ": target ", edges[e].target, " >= ", nodes, " nodes");
  }
}

/// Calls take(target, source, edge) for every arc that the options ask for.
template <class Take>
void each_arc(NodeId nodes, std::span<const Edge> edges, const BuildOptions& options, Take take) {
  for (std::size_t e = 0; e < edges.size(); ++e) {
    take(edges[e].target, edges[e].source, e);
    if (!options.directed && edges[e].source != edges[e].target) take(edges[e].source, edges[e].target, e);
  }
  if (options.self_loops)
    for (NodeId i = 0; i < nodes; ++i) take(i, i, kNoEdge);  // sorts last: a listed loop goes before it
}

/// Sorts the keys of row i and keeps one of each bunch; returns how many stay, and adds up what was dropped.
std::size_t settle_row(NodeId i, std::span<Key> keys, const BuildOptions& options, EdgeId& dropped_arcs, EdgeId& dropped_loops) {
  std::sort(keys.begin(), keys.end());
  std::size_t kept = 0;
  for (std::size_t k = 0; k < keys.size(); ++k) {
    const bool loop = keys[k].source == i;
    const bool repeat = kept > 0 && keys[kept - 1].source == keys[k].source;
    if (repeat && (options.parallel == Parallel::merge || (loop && options.self_loops))) {
      if (keys[k].edge() != kNoEdge) ++(loop ? dropped_loops : dropped_arcs);
    } else {
      keys[kept++] = keys[k];
    }
  }
  return kept;
}

}  // namespace

BuiltGraph build_graph(NodeId nodes, std::span<const Edge> edges, const BuildOptions& options) {
  check_ends(nodes, edges);

  std::vector<EdgeId> begin(std::size_t{nodes} + 1, 0);
  each_arc(nodes, edges, options, [&](NodeId target, NodeId, EdgeId) { ++begin[std::size_t{target} + 1]; });
  for (std::size_t i = 1; i < begin.size(); ++i) begin[i] += begin[i - 1];
  std::vector<Key> keys(begin.back());
  std::vector<EdgeId> next(begin.begin(), begin.end() - 1);
  each_arc(nodes, edges, options, [&](NodeId target, NodeId source, EdgeId edge) { keys[next[target]++] = make_key(source, edge); });

  constexpr std::size_t kRows = 4096;  // rows sorted by one task
  struct Dropped {
    EdgeId arcs = 0;
    EdgeId loops = 0;
  };
  std::vector<Dropped> dropped(nodes / kRows + 1);
  parallel_ranges(nodes, kRows, [&](std::size_t first, std::size_t last) {
    Dropped& mine = dropped[first / kRows];
    for (std::size_t i = first; i < last; ++i) {
      const std::span<Key> row(keys.data() + begin[i], begin[i + 1] - begin[i]);
      next[i] = settle_row(static_cast<NodeId>(i), row, options, mine.arcs, mine.loops);
    }
  });

  BuiltGraph built;
  std::vector<EdgeId> settled(begin.size(), 0);
  for (std::size_t i = 0; i < nodes; ++i) settled[i + 1] = settled[i] + next[i];
  std::vector<NodeId> column(settled.back());
  built.edge_of_arc.resize(settled.back());
  parallel_ranges(nodes, kRows, [&](std::size_t first, std::size_t last) {
    for (std::size_t i = first; i < last; ++i)
      for (EdgeId k = 0; k < next[i]; ++k) {
        const Key& key = keys[begin[i] + k];
        column[settled[i] + k] = key.source;
        built.edge_of_arc[settled[i] + k] = key.edge();
      }
  });
  Dropped all;  // halved only once added up: the two arcs of an edge may have been dropped in two parts
  for (const Dropped& part : dropped) {
    all.arcs += part.arcs;
    all.loops += part.loops;
  }
  built.merged = (options.directed ? all.arcs : all.arcs / 2) + all.loops;
  for (const Edge& edge : edges) built.listed_loops += edge.source == edge.target ? 1 : 0;
  built.graph = Graph(Csr(nodes, std::move(settled), std::move(column)));
  return built;
}

}  // namespace edgewise
