#pragma once
/// Random little graphs with numbers, for tests of graph models.
#include <edgewise/core/train/graph_table.hpp>
#include <edgewise/graph/random.hpp>

namespace edgewise::test {

struct TableShape {
  std::size_t node_columns = 3;
  std::size_t arc_columns = 2;
  std::size_t extra_columns = 2;
};

/// `graphs` rings and chains of 1 to `most` nodes, every seventh without any node; both directions of every bond, features normal.
inline train::GraphTable random_graphs(std::size_t graphs, NodeId most, std::uint64_t seed, const TableShape& shape = {}) {
  Rng rng(seed);
  const auto numbers = [&](std::size_t count) {
    std::vector<float> values(count);
    for (float& value : values) value = static_cast<float>(rng.normal());
    return values;
  };
  train::GraphTableBuilder builder({shape.node_columns, shape.arc_columns, shape.extra_columns});
  for (std::size_t g = 0; g < graphs; ++g) {
    const NodeId nodes = g % 7 == 6 ? 0 : static_cast<NodeId>(1 + rng.below(most));
    std::vector<Edge> arcs;
    const auto bond = [&](NodeId a, NodeId b) { arcs.insert(arcs.end(), {Edge{a, b}, Edge{b, a}}); };
    for (NodeId i = 0; i + 1 < nodes; ++i) bond(i, i + 1);
    if (nodes > 2 && rng.below(2) == 0) bond(0, nodes - 1);
    builder.add(nodes, arcs, numbers(nodes * shape.node_columns), numbers(arcs.size() * shape.arc_columns), numbers(shape.extra_columns));
  }
  return builder.finish();
}

}  // namespace edgewise::test
