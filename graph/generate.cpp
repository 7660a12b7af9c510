#include "generate.hpp"

#include "error.hpp"
#include "random.hpp"
#include "rows.hpp"

namespace edgewise {
namespace {

/// edges[k] = make(rng of edge k), in parallel.
template <class Make>
std::vector<Edge> make_edges(EdgeId count, std::uint64_t seed, Make make) {
  constexpr std::size_t kGrain = 1 << 14;
  std::vector<Edge> edges(count);
  parallel_ranges(edges.size(), kGrain, [&](std::size_t first, std::size_t last) {
    for (std::size_t k = first; k < last; ++k) {
      Rng rng(seed, k);
      edges[k] = make(rng);
    }
  });
  return edges;
}

/// Uniform in 0 .. limit-1 without `taken`.
NodeId below_except(Rng& rng, std::uint64_t limit, std::uint64_t taken) {
  const std::uint64_t pick = rng.below(limit - 1);
  return static_cast<NodeId>(pick < taken ? pick : pick + 1);
}

}  // namespace

std::vector<Edge> random_edges(NodeId nodes, EdgeId count, std::uint64_t seed) {
  if (count > 0 && nodes < 2) fail<UsageError>("random_edges: ", count, " edges among ", nodes, " nodes; two nodes at least");
  return make_edges(count, seed, [&](Rng& rng) {
    const auto source = static_cast<NodeId>(rng.below(nodes));
    return Edge{source, below_except(rng, nodes, source)};
  });
}

PlantedPartition planted_partition(NodeId nodes, std::uint32_t classes, EdgeId count, double homophily, std::uint64_t seed) {
  if (classes < 2 || nodes / 2 < classes)
    fail<UsageError>("planted_partition: ", classes, " classes over ", nodes, " nodes; at least 2 classes with 2 nodes each");
  if (!(homophily >= 0 && homophily <= 1)) fail<UsageError>("planted_partition: homophily is ", homophily, ", expected 0 to 1");
  PlantedPartition planted;
  planted.classes.resize(nodes);
  for (NodeId i = 0; i < nodes; ++i) planted.classes[i] = static_cast<std::int32_t>(i % classes);
  planted.edges = make_edges(count, seed, [&](Rng& rng) {
    const auto source = static_cast<NodeId>(rng.below(nodes));
    const NodeId mine = source % classes;
    const bool alike = rng.uniform() < homophily;
    const NodeId theirs = alike ? mine : below_except(rng, classes, mine);
    const NodeId members = nodes / classes + (theirs < nodes % classes ? 1 : 0);  // class c owns nodes c, c + classes, ...
    const NodeId member = alike ? below_except(rng, members, source / classes) : static_cast<NodeId>(rng.below(members));
    return Edge{source, theirs + member * classes};
  });
  return planted;
}

std::vector<Edge> grid_edges(NodeId height, NodeId width) {
  checked_node_count(std::size_t{height} * width);
  std::vector<Edge> edges;
  edges.reserve(2 * std::size_t{height} * width);
  for (NodeId y = 0; y < height; ++y)
    for (NodeId x = 0; x < width; ++x) {
      const NodeId node = y * width + x;
      if (x + 1 < width) edges.push_back({node, node + 1});
      if (y + 1 < height) edges.push_back({node, node + width});
    }
  return edges;
}

std::vector<Edge> rmat_edges(std::uint32_t scale, EdgeId count, std::uint64_t seed, const RmatShares& shares) {
  const double a = shares.a, b = shares.b, c = shares.c;
  if (scale < 1 || scale > 31) fail<UsageError>("rmat_edges: scale is ", scale, ", expected 1 to 31");
  if (!(a >= 0 && b >= 0 && c >= 0 && a + b + c <= 1)) fail<UsageError>("rmat_edges: shares ", a, ", ", b, ", ", c, " must be >= 0 with a sum <= 1");
  return make_edges(count, seed, [&](Rng& rng) {
    Edge edge{0, 0};
    for (std::uint32_t bit = 0; bit < scale; ++bit) {  // each step picks a quarter of what is left of the matrix
      const double u = rng.uniform();
      const bool down = u >= a + b;
      const bool right = down ? u >= a + b + c : u >= a;
      edge.source = edge.source << 1 | (down ? 1U : 0U);
      edge.target = edge.target << 1 | (right ? 1U : 0U);
    }
    return edge;
  });
}

}  // namespace edgewise
