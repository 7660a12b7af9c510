#include "graph_table.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

#include "../../graph/error.hpp"
#include "../../graph/rows.hpp"

namespace edgewise::train {
namespace {

void check_size(const char* table, std::size_t got, std::size_t rows, std::size_t columns) {
  if (got != rows * columns)
    fail<ShapeError>("graph table: ", got, " ", table, " values, expected ", rows, " rows of ", columns, " columns = ", rows * columns);
}

Tensor table_of(std::size_t rows, std::size_t columns, std::vector<float>& values) {
  Tensor table = Tensor::of(rows, columns, values);
  values = {};
  return table;
}

}  // namespace

void GraphTableBuilder::add(NodeId nodes, std::span<const Edge> arcs, std::span<const float> node_features, std::span<const float> arc_features,
                            std::span<const float> extras) {
  check_size("node", node_features.size(), nodes, columns_.node_columns);
  check_size("arc", arc_features.size(), arcs.size(), columns_.arc_columns);
  check_size("extra", extras.size(), 1, columns_.extra_columns);
  for (std::size_t e = 0; e < arcs.size(); ++e)
    if (arcs[e].source >= nodes || arcs[e].target >= nodes)
      fail<DataError>("graph table: graph ", graphs(), ": arc ", e, " goes from ", arcs[e].source, " to ", arcs[e].target, ", the graph has ", nodes,
                      " nodes");
  const NodeId first = node_begin_.back(), end = checked_node_count(std::size_t{first} + nodes);

  const auto before = [](const Edge& a, const Edge& b) { return std::pair(a.target, a.source) < std::pair(b.target, b.source); };
  const bool in_order = std::is_sorted(arcs.begin(), arcs.end(), before);  // as a featuriser hands them over

  row_begin_.resize(std::size_t{end} + 1, 0);
  std::fill(row_begin_.begin() + static_cast<std::ptrdiff_t>(first) + 1, row_begin_.end(), 0);
  for (const Edge& arc : arcs) ++row_begin_[std::size_t{first} + arc.target + 1];
  for (std::size_t i = std::size_t{first} + 1; i < row_begin_.size(); ++i) row_begin_[i] += row_begin_[i - 1];
  if (in_order) {
    for (const Edge& arc : arcs) column_.push_back(first + arc.source);
    arcs_.insert(arcs_.end(), arc_features.begin(), arc_features.end());
  } else {
    std::vector<std::size_t> order(arcs.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return before(arcs[a], arcs[b]); });
    for (const std::size_t e : order) {
      column_.push_back(first + arcs[e].source);
      const auto row = arc_features.subspan(e * columns_.arc_columns, columns_.arc_columns);
      arcs_.insert(arcs_.end(), row.begin(), row.end());
    }
  }
  nodes_.insert(nodes_.end(), node_features.begin(), node_features.end());
  extras_.insert(extras_.end(), extras.begin(), extras.end());
  node_begin_.push_back(end);
  arc_begin_.push_back(column_.size());
}

GraphTable GraphTableBuilder::finish() {
  GraphTable table;
  const NodeId nodes = node_begin_.back();
  table.nodes = table_of(nodes, columns_.node_columns, nodes_);
  table.arcs = table_of(column_.size(), columns_.arc_columns, arcs_);
  table.extras = table_of(graphs(), columns_.extra_columns, extras_);
  table.batch.graph_of_node.resize(nodes);
  for (std::size_t g = 0; g < graphs(); ++g)
    std::fill(table.batch.graph_of_node.begin() + node_begin_[g], table.batch.graph_of_node.begin() + node_begin_[g + 1],
              static_cast<std::uint32_t>(g));
  table.batch.graph = Graph(Csr(nodes, std::move(row_begin_), std::move(column_)));
  table.batch.node_begin = std::move(node_begin_);
  table.batch.arc_begin = std::move(arc_begin_);
  *this = GraphTableBuilder(columns_);
  return table;
}

GraphTable take(const GraphTable& table, std::span<const std::uint32_t> graphs) {
  GraphTable part;
  part.batch = take(table.batch, graphs);
  part.nodes = Tensor::uninitialized(part.batch.node_begin.back(), table.nodes.cols());
  part.arcs = Tensor::uninitialized(part.batch.arc_begin.back(), table.arcs.cols());
  part.extras = Tensor::uninitialized(graphs.size(), table.extras.cols());
  const auto copy = [](const Tensor& from, std::size_t first, std::size_t last, Tensor& to, std::size_t place) {
    const std::span<const float> rows = from.values().subspan(first * from.cols(), (last - first) * from.cols());
    std::copy(rows.begin(), rows.end(), to.values().begin() + static_cast<std::ptrdiff_t>(place * from.cols()));
  };
  constexpr std::size_t kGraphs = 64;  // small graphs: one task takes a handful
  parallel_ranges(graphs.size(), kGraphs, [&](std::size_t first, std::size_t last) {
    for (std::size_t k = first; k < last; ++k) {
      const std::size_t g = graphs[k];
      copy(table.nodes, table.batch.node_begin[g], table.batch.node_begin[g + 1], part.nodes, part.batch.node_begin[k]);
      copy(table.arcs, table.batch.arc_begin[g], table.batch.arc_begin[g + 1], part.arcs, part.batch.arc_begin[k]);
      copy(table.extras, g, g + 1, part.extras, k);
    }
  });
  return part;
}

}  // namespace edgewise::train
