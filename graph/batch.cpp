#include "batch.hpp"

#include <algorithm>
#include <utility>

#include "error.hpp"
#include "rows.hpp"

namespace edgewise {

GraphBatch make_batch(std::span<const Graph> graphs) {
  GraphBatch batch;
  batch.node_begin.push_back(0);
  batch.arc_begin.push_back(0);
  for (const Graph& graph : graphs) {
    batch.node_begin.push_back(checked_node_count(std::size_t{batch.node_begin.back()} + graph.num_nodes()));
    batch.arc_begin.push_back(batch.arc_begin.back() + graph.num_arcs());
  }

  const NodeId nodes = batch.node_begin.back();
  std::vector<EdgeId> begin(std::size_t{nodes} + 1, 0);
  std::vector<NodeId> column(batch.arc_begin.back());
  batch.graph_of_node.resize(nodes);
  constexpr std::size_t kGraphs = 64;  // molecules are small: one task takes a handful
  parallel_ranges(graphs.size(), kGraphs, [&](std::size_t first, std::size_t last) {
    for (std::size_t g = first; g < last; ++g) {
      const Csr& in = graphs[g].in_edges();
      const NodeId node = batch.node_begin[g];
      const EdgeId arc = batch.arc_begin[g];
      for (NodeId i = 0; i < in.rows(); ++i) {
        begin[std::size_t{node} + i + 1] = arc + in.begin()[std::size_t{i} + 1];
        batch.graph_of_node[node + i] = static_cast<std::uint32_t>(g);
      }
      for (EdgeId e = 0; e < in.edges(); ++e) column[arc + e] = node + in.column()[e];
    }
  });
  batch.graph = Graph(Csr(nodes, std::move(begin), std::move(column)));
  return batch;
}

Graph graph_of_batch(const GraphBatch& batch, std::size_t g) {
  if (g >= batch.graphs()) fail<UsageError>("batch: graph ", g, " >= ", batch.graphs(), " graphs");
  const NodeId node = batch.node_begin[g], nodes = batch.node_begin[g + 1] - node;
  const EdgeId arc = batch.arc_begin[g];
  const Csr& all = batch.graph.in_edges();
  std::vector<EdgeId> begin(std::size_t{nodes} + 1);
  for (NodeId i = 0; i <= nodes; ++i) begin[i] = all.begin()[std::size_t{node} + i] - arc;
  std::vector<NodeId> column(batch.arc_begin[g + 1] - arc);
  for (EdgeId e = 0; e < column.size(); ++e) column[e] = all.column()[arc + e] - node;
  return Graph(Csr(nodes, std::move(begin), std::move(column)));
}

}  // namespace edgewise
