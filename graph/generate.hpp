#pragma once
/// Graphs out of thin air, for tests, benchmarks and first steps.  Edge k is a function of (seed, k): the same list on any
/// number of threads.  Hand the lists to `build_graph`, which decides about direction, doubles and loops.
#include <cstdint>
#include <vector>

#include "api.hpp"
#include "graph.hpp"

namespace edgewise {
EDGEWISE_API_BEGIN

/// `count` edges between two different nodes, each pair as likely as any other; doubles may occur.
/// Throws UsageError when edges are asked for among fewer than two nodes.
std::vector<Edge> random_edges(NodeId nodes, EdgeId count, std::uint64_t seed);

/// Edges that know classes: what a learning test learns from.
struct PlantedPartition {
  std::vector<Edge> edges;            ///< undirected
  std::vector<std::int32_t> classes;  ///< node i has class i mod `classes`
};
/// `count` edges; with probability `homophily` both ends share a class, else the classes differ; nodes alike otherwise.
/// Throws UsageError unless there are 2 <= classes, at least two nodes a class, and homophily in [0, 1].
PlantedPartition planted_partition(NodeId nodes, std::uint32_t classes, EdgeId count, double homophily, std::uint64_t seed);

/// A height x width lattice, node = row * width + column, each node tied to the one at its right and the one below.
std::vector<Edge> grid_edges(NodeId height, NodeId width);

/// The shares a, b and c of the four quarters of a recursive matrix; the fourth has the rest.  As in Graph500.
struct RmatShares {
  double a = 0.57, b = 0.19, c = 0.19;
};
/// Recursive matrix: `count` edges among 2^scale nodes with the heavy-tailed degrees of web and social graphs.  Doubles and loops
/// may occur; hubs have small numbers unless the caller relabels.
/// Throws UsageError unless scale is 1 to 31 and a, b, c >= 0 with a + b + c <= 1.
/// Source   Chakrabarti, Zhan & Faloutsos 2004, doi:10.1137/1.9781611972740.43.
std::vector<Edge> rmat_edges(std::uint32_t scale, EdgeId count, std::uint64_t seed, const RmatShares& shares = {});

EDGEWISE_API_END
}  // namespace edgewise
