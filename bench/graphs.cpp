#include "graphs.hpp"

#include <array>
#include <utility>
#include <vector>

#include "../graph/error.hpp"
#include "../graph/generate.hpp"
#include "../graph/random.hpp"
#include "../graph/rows.hpp"

namespace edgewise::bench {
namespace {

struct Shape {
  const char* name;
  NodeId nodes;
  EdgeId edges;  // drawn, before doubles are merged
  std::uint64_t seed;
};
constexpr std::array kShapes{Shape{"cora", 2708, 5278, 1}, Shape{"arxiv", 169343, 1166243, 2}, Shape{"reddit", 232965, 3750000, 3},
                             Shape{"reddit-20m", 232965, 10000000, 3}, Shape{"rmat-5m", 5000000, 48600000, 4}};

/// `count` edges between nodes below `nodes`: the recursion is over the next power of two, and what falls outside is drawn again.
std::vector<Edge> rmat(NodeId nodes, EdgeId count, std::uint64_t seed) {
  const auto place = Rng(seed, 1).permutation(nodes);
  std::uint32_t scale = 0;
  while ((std::size_t{1} << scale) < nodes) ++scale;
  std::vector<Edge> edges;
  edges.reserve(count);
  for (std::uint64_t round = 0; edges.size() < count; ++round)
    for (const auto& [a, b] : rmat_edges(scale, count / 4 + 1, mix_bits(seed) + round))
      if (a < nodes && b < nodes && edges.size() < count) edges.push_back({place[a], place[b]});
  return edges;
}

/// Of its twelve neighbours each node lists the six that come later: the next two in its row, the next two in its column, both diagonals.
std::vector<Edge> wide_grid(NodeId side) {
  constexpr std::array<std::pair<int, NodeId>, 6> kSteps{{{1, 0}, {2, 0}, {0, 1}, {0, 2}, {1, 1}, {-1, 1}}};
  std::vector<Edge> edges;
  for (NodeId y = 0; y < side; ++y)
    for (NodeId x = 0; x < side; ++x)
      for (const auto& [dx, dy] : kSteps) {
        const auto to = static_cast<std::int64_t>(x) + dx;
        if (to >= 0 && to < side && y + dy < side) edges.push_back({y * side + x, (y + dy) * side + static_cast<NodeId>(to)});
      }
  return edges;
}

}  // namespace

Graph make_graph(const std::string& name) {
  constexpr NodeId kSide = 412;
  if (name == "grid") return build_graph(kSide * kSide, wide_grid(kSide), {.self_loops = true}).graph;
  for (const Shape& shape : kShapes)
    if (name == shape.name) return build_graph(shape.nodes, rmat(shape.nodes, shape.edges, shape.seed), {.self_loops = true}).graph;
  fail<UsageError>("bench: unknown graph '", name, "'; known are cora, arxiv, reddit, reddit-20m, rmat-5m and grid");
}

Tensor random_table(std::size_t rows, std::size_t cols, std::uint64_t seed, float scale) {
  auto table = Tensor::uninitialized(rows, cols);
  parallel_ranges(table.size(), 1 << 16, [&](std::size_t first, std::size_t last) {
    Rng rng(seed, first);
    for (std::size_t k = first; k < last; ++k) table.data()[k] = static_cast<float>(rng.uniform() * 2 - 1) * scale;
  });
  return table;
}

}  // namespace edgewise::bench
