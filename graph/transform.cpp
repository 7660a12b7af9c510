#include "transform.hpp"

#include <algorithm>
#include <utility>

#include "error.hpp"
#include "rows.hpp"

namespace edgewise {
namespace {

struct Entry {
  NodeId source;
  EdgeId before;
  friend auto operator<=>(const Entry&, const Entry&) = default;
};
using Row = std::vector<Entry>;

/// Builds a graph row by row: fill(i, row) lists the entries of row i in any order.  It is called twice for each row, once to
/// count and once to place: no second copy of all arcs is ever held.
template <class Fill>
Transformed build_rows(NodeId nodes, Fill fill) {
  constexpr std::size_t kRows = 4096;
  std::vector<EdgeId> begin(std::size_t{nodes} + 1, 0);
  parallel_ranges(nodes, kRows, [&](std::size_t first, std::size_t last) {
    Row row;
    for (std::size_t i = first; i < last; ++i) {
      row.clear();
      fill(static_cast<NodeId>(i), row);
      begin[i + 1] = row.size();
    }
  });
  for (std::size_t i = 1; i < begin.size(); ++i) begin[i] += begin[i - 1];

  std::vector<NodeId> column(begin.back());
  std::vector<EdgeId> before(begin.back());
  parallel_ranges(nodes, kRows, [&](std::size_t first, std::size_t last) {
    Row row;
    for (std::size_t i = first; i < last; ++i) {
      row.clear();
      fill(static_cast<NodeId>(i), row);
      std::sort(row.begin(), row.end());
      for (std::size_t k = 0; k < row.size(); ++k) {
        column[begin[i] + k] = row[k].source;
        before[begin[i] + k] = row[k].before;
      }
    }
  });
  return {Graph(Csr(nodes, std::move(begin), std::move(column))), std::move(before)};
}

/// take(source, arc) for every arc into node i.
template <class Take>
void each_in_arc(const Graph& graph, NodeId i, Take take) {
  const Csr& in = graph.in_edges();
  for (EdgeId e = in.begin()[i]; e < in.begin()[std::size_t{i} + 1]; ++e) take(in.column()[e], e);
}

/// old -> new number for the listed nodes, kMaxNodes for all others.
std::vector<NodeId> numbers_of(std::span<const NodeId> listed, NodeId nodes, const char* who) {
  std::vector<NodeId> number(nodes, static_cast<NodeId>(kMaxNodes));
  for (std::size_t k = 0; k < listed.size(); ++k) {
    if (listed[k] >= nodes) fail<DataError>(who, ": node ", listed[k], " >= ", nodes, " nodes");
    if (number[listed[k]] != kMaxNodes) fail<DataError>(who, ": node ", listed[k], " is listed twice, at ", number[listed[k]], " and ", k);
    number[listed[k]] = static_cast<NodeId>(k);
  }
  return number;
}

}  // namespace

Transformed add_self_loops(const Graph& graph) {
  return build_rows(graph.num_nodes(), [&](NodeId i, Row& row) {
    bool loop = false;
    each_in_arc(graph, i, [&](NodeId j, EdgeId e) {
      loop = loop || j == i;
      row.push_back({j, e});
    });
    if (!loop) row.push_back({i, kNoEdge});
  });
}

Transformed remove_self_loops(const Graph& graph) {
  return build_rows(graph.num_nodes(), [&](NodeId i, Row& row) {
    each_in_arc(graph, i, [&](NodeId j, EdgeId e) {
      if (j != i) row.push_back({j, e});
    });
  });
}

Transformed symmetrize(const Graph& graph) {
  const NodeId nodes = graph.num_nodes();
  const Csr& out = graph.out_edges();
  const std::span<const EdgeId> arc_of_out = graph.arc_of_out_edge();
  return build_rows(nodes, [&](NodeId i, Row& row) {
    // Both rows ascend.  Walking them side by side pairs each in-arc with one opposite; what stays unpaired is added.
    EdgeId o = out.begin()[i];
    const EdgeId end = out.begin()[std::size_t{i} + 1];
    each_in_arc(graph, i, [&](NodeId j, EdgeId e) {
      for (; o < end && out.column()[o] < j; ++o) row.push_back({out.column()[o], arc_of_out[o]});
      if (o < end && out.column()[o] == j) ++o;
      row.push_back({j, e});
    });
    for (; o < end; ++o) row.push_back({out.column()[o], arc_of_out[o]});
  });
}

Transformed relabel(const Graph& graph, std::span<const NodeId> new_id) {
  const NodeId nodes = graph.num_nodes();
  if (new_id.size() != nodes) fail<DataError>("relabel: ", new_id.size(), " new numbers for ", nodes, " nodes");
  const std::vector<NodeId> old_id = numbers_of(new_id, nodes, "relabel");  // the inverse permutation
  return build_rows(nodes, [&](NodeId i, Row& row) { each_in_arc(graph, old_id[i], [&](NodeId j, EdgeId e) { row.push_back({new_id[j], e}); }); });
}

Transformed induced_subgraph(const Graph& graph, std::span<const NodeId> nodes) {
  const std::vector<NodeId> number = numbers_of(nodes, graph.num_nodes(), "induced_subgraph");
  return build_rows(static_cast<NodeId>(nodes.size()), [&](NodeId i, Row& row) {
    each_in_arc(graph, nodes[i], [&](NodeId j, EdgeId e) {
      if (number[j] != kMaxNodes) row.push_back({number[j], e});
    });
  });
}

}  // namespace edgewise
