#include "batch.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

#include "error.hpp"
#include "rows.hpp"

namespace edgewise {

namespace {

/// A graph's part of some Csr: its rows, and the number that its own node 0 has there.
struct Part {
  const Csr* in;
  NodeId first;
  NodeId nodes;
};

/// Parts side by side, in parallel.
template <class PartOf>
GraphBatch joined(std::size_t graphs, PartOf part_of) {
  GraphBatch batch;
  batch.node_begin.reserve(graphs + 1);
  batch.arc_begin.reserve(graphs + 1);
  batch.node_begin.push_back(0);
  batch.arc_begin.push_back(0);
  for (std::size_t g = 0; g < graphs; ++g) {
    const Part part = part_of(g);
    const auto begin = part.in->begin();
    batch.node_begin.push_back(checked_node_count(std::size_t{batch.node_begin.back()} + part.nodes));
    batch.arc_begin.push_back(batch.arc_begin.back() + begin[std::size_t{part.first} + part.nodes] - begin[part.first]);
  }

  const NodeId nodes = batch.node_begin.back();
  std::vector<EdgeId> begin(std::size_t{nodes} + 1, 0);
  std::vector<NodeId> column(batch.arc_begin.back());
  batch.graph_of_node.resize(nodes);
  constexpr std::size_t kGraphs = 64;  // molecules are small: one task takes a handful
  parallel_ranges(graphs, kGraphs, [&](std::size_t first, std::size_t last) {
    for (std::size_t g = first; g < last; ++g) {
      const Part part = part_of(g);
      const EdgeId from = part.in->begin()[part.first], arc = batch.arc_begin[g];
      const NodeId node = batch.node_begin[g];
      for (NodeId i = 0; i < part.nodes; ++i) {
        begin[std::size_t{node} + i + 1] = part.in->begin()[std::size_t{part.first} + i + 1] - from + arc;
        batch.graph_of_node[std::size_t{node} + i] = static_cast<std::uint32_t>(g);
      }
      for (EdgeId e = 0; e < batch.arc_begin[g + 1] - arc; ++e) column[arc + e] = part.in->column()[from + e] - part.first + node;
    }
  });
  batch.graph = Graph(Csr(nodes, std::move(begin), std::move(column)));
  return batch;
}

}  // namespace

GraphBatch make_batch(std::span<const Graph> graphs) {
  return joined(graphs.size(), [&](std::size_t g) { return Part{&graphs[g].in_edges(), 0, graphs[g].num_nodes()}; });
}

GraphBatch take(const GraphBatch& batch, std::span<const std::uint32_t> graphs) {
  for (const std::uint32_t g : graphs)
    if (g >= batch.graphs()) fail<UsageError>("batch: graph ", g, " >= ", batch.graphs(), " graphs");
  return joined(graphs.size(), [&](std::size_t k) {
    const NodeId first = batch.node_begin[graphs[k]];
    return Part{&batch.graph.in_edges(), first, batch.node_begin[std::size_t{graphs[k]} + 1] - first};
  });
}

namespace {

/// Row r lists the places begin[r] .. begin[r+1]-1.
Graph stretches(std::vector<EdgeId> begin) {
  const NodeId places = checked_node_count(begin.back());
  std::vector<NodeId> column(places);
  std::iota(column.begin(), column.end(), NodeId{0});
  return Graph(Csr(places, std::move(begin), std::move(column)));
}

}  // namespace

Graph node_membership(const GraphBatch& batch) { return stretches({batch.node_begin.begin(), batch.node_begin.end()}); }
Graph arc_membership(const GraphBatch& batch) { return stretches(batch.arc_begin); }

}  // namespace edgewise
