#include "graph.hpp"

#include <algorithm>
#include <mutex>
#include <utility>

#include "error.hpp"
#include "workspace.hpp"

namespace edgewise {

struct Graph::Derived {
  std::once_flag once;
  Transposed out;
  std::once_flag in_once;
  RowGrid in_grid;
  std::once_flag out_once;
  RowGrid out_grid;
};

Graph::Graph(Csr in_edges) : in_(std::move(in_edges)), derived_(std::allocate_shared<Derived>(ScratchAllocator<Derived>())) {}

Graph Graph::from_edges(NodeId nodes, std::span<const Edge> arcs) {
  return build_graph(nodes, arcs, {.directed = true, .parallel = Parallel::keep}).graph;
}

Graph Graph::from_undirected(NodeId nodes, std::span<const Edge> edges) { return build_graph(nodes, edges).graph; }

Graph Graph::bipartite(NodeId targets, NodeId sources, std::span<const Edge> arcs) {
  std::vector<EdgeId> begin(std::size_t{sources} + 1, 0);
  for (const Edge& arc : arcs) {
    if (arc.source >= sources) fail<DataError>("graph: source ", arc.source, " >= ", sources, " sources");
    if (arc.target >= targets) fail<DataError>("graph: target ", arc.target, " >= ", targets, " targets");
    ++begin[std::size_t{arc.source} + 1];
  }
  for (std::size_t j = 1; j < begin.size(); ++j) begin[j] += begin[j - 1];
  std::vector<NodeId> column(arcs.size());
  std::vector<EdgeId> next(begin.begin(), begin.end() - 1);
  for (const Edge& arc : arcs) column[next[arc.source]++] = arc.target;
  for (std::size_t j = 0; j + 1 < begin.size(); ++j)
    std::sort(column.begin() + static_cast<std::ptrdiff_t>(begin[j]), column.begin() + static_cast<std::ptrdiff_t>(begin[j + 1]));
  return Graph(transpose(Csr(targets, std::move(begin), std::move(column))).csr);
}

Graph Graph::view(std::span<const EdgeId> begin, std::span<const NodeId> sources) {
  return view(begin, sources, begin.empty() ? NodeId{0} : checked_node_count(begin.size() - 1));
}

Graph Graph::view(std::span<const EdgeId> begin, std::span<const NodeId> sources, NodeId num_sources) {
  return Graph(Csr::view(num_sources, begin, sources));
}

NodeId Graph::num_nodes() const {
  if (num_targets() != num_sources())
    fail<ShapeError>("graph: ", num_targets(), " targets x ", num_sources(), " sources has no one node count; ask for targets or sources");
  return num_targets();
}

const Csr& Graph::out_edges() const {
  std::call_once(derived_->once, [&] { derived_->out = transpose(in_); });
  return derived_->out.csr;
}

std::span<const EdgeId> Graph::arc_of_out_edge() const {
  out_edges();
  return derived_->out.entry;
}

const RowGrid& Graph::in_grid() const {
  std::call_once(derived_->in_once, [&] { derived_->in_grid = row_grid(in_); });
  return derived_->in_grid;
}

const RowGrid& Graph::out_grid() const {
  std::call_once(derived_->out_once, [&] { derived_->out_grid = row_grid(out_edges()); });
  return derived_->out_grid;
}

}  // namespace edgewise
