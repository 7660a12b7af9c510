#pragma once
/// Graphs of the shapes that the benchmarks are run on, and tables to go with them.
#include <string>

#include "../core/tensor.hpp"
#include "../graph/graph.hpp"

namespace edgewise::bench {

/// With a self-loop at every node, both directions of every edge, doubles merged:
///   cora     RMAT   2,708 nodes,  about 12,500 arcs
///   arxiv    RMAT 169,343 nodes,   2.4 million arcs (ogbn-arxiv)
///   reddit   RMAT 232,965 nodes,   7.5 million arcs (a third of Reddit's; `reddit-20m`: 20 million)
///   rmat-5m  RMAT   5 million nodes, 100 million arcs
///   grid     412 x 412 nodes in natural order, 12 neighbours each
/// RMAT has the shares .57 .19 .19 .05 and shuffled ids.
/// Throws   UsageError for another name.
Graph make_graph(const std::string& name);

/// Uniform numbers in [-scale, scale).
Tensor random_table(std::size_t rows, std::size_t cols, std::uint64_t seed, float scale);

}  // namespace edgewise::bench
