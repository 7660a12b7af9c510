#include "arc_graph.hpp"

#include <numeric>
#include <utility>

#include "rows.hpp"

namespace edgewise {

Graph arc_graph(const Graph& graph) {
  static_cast<void>(graph.num_nodes());  // throws for a rectangle
  const Csr& in = graph.in_edges();
  const NodeId arcs = checked_node_count(in.edges());
  std::vector<EdgeId> begin(std::size_t{arcs} + 1, 0);
  for_row_blocks(in, [&](RowBlock block) {
    for (NodeId i = block.first; i < block.last; ++i)
      for (EdgeId e = in.begin()[i]; e < in.begin()[std::size_t{i} + 1]; ++e)
        for (const NodeId k : in.row(in.column()[e])) begin[e + 1] += k != i;
  });
  for (std::size_t e = 0; e < arcs; ++e) begin[e + 1] += begin[e];

  std::vector<NodeId> column(begin.back());
  for_row_blocks(in, [&](RowBlock block) {
    for (NodeId i = block.first; i < block.last; ++i)
      for (EdgeId e = in.begin()[i]; e < in.begin()[std::size_t{i} + 1]; ++e) {
        const NodeId j = in.column()[e];
        EdgeId place = begin[e];
        for (EdgeId heard = in.begin()[j]; heard < in.begin()[std::size_t{j} + 1]; ++heard)
          if (in.column()[heard] != i) column[place++] = static_cast<NodeId>(heard);
      }
  });
  return Graph(Csr(arcs, std::move(begin), std::move(column)));
}

Graph arcs_into(const Graph& graph) {
  const Csr& in = graph.in_edges();
  const NodeId arcs = checked_node_count(in.edges());
  std::vector<NodeId> column(arcs);
  std::iota(column.begin(), column.end(), NodeId{0});
  return Graph(Csr(arcs, {in.begin().begin(), in.begin().end()}, std::move(column)));
}

Graph senders(const Graph& graph) {
  const Csr& in = graph.in_edges();
  std::vector<EdgeId> begin(std::size_t{checked_node_count(in.edges())} + 1);
  std::iota(begin.begin(), begin.end(), EdgeId{0});
  return Graph(Csr(in.columns(), std::move(begin), {in.column().begin(), in.column().end()}));
}

}  // namespace edgewise
