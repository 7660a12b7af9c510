#pragma once
/// Many small graphs with their numbers, and the builder that takes them one at a time.
#include <cstdint>
#include <span>
#include <vector>

#include "../../graph/api.hpp"
#include "../../graph/batch.hpp"
#include "dataset.hpp"

namespace edgewise::train {
EDGEWISE_API_BEGIN

/// Graphs side by side, a row of numbers for each node, arc and graph.
struct GraphTable {
  GraphBatch batch;  ///< the graphs
  Tensor nodes;      ///< nodes x node columns
  Tensor arcs;       ///< arcs x arc columns in arc order of `batch.graph`; may have no columns
  Tensor extras;     ///< graphs x extra columns (what is known of a graph as a whole: fingerprints, descriptors); may have no columns

  /// How many graphs there are.
  std::size_t graphs() const { return batch.graphs(); }
};

/// Takes graphs one by one, in the order that they keep.
///   GraphTableBuilder builder({.node_columns = 2, .arc_columns = 1});
///   builder.add(2, {{{0, 1}, {1, 0}}}, atom_rows, bond_rows);
///   const GraphTable table = builder.finish();
/// Cost     O(arcs * log(arcs of a graph)) time; memory for the table twice while `finish` runs.
class GraphTableBuilder {
 public:
  /// How wide the tables are.
  struct Columns {
    std::size_t node_columns = 0;   ///< of atoms, say
    std::size_t arc_columns = 0;    ///< of bonds
    std::size_t extra_columns = 0;  ///< of whole graphs
  };
  explicit GraphTableBuilder(const Columns& columns) : columns_(columns) {}

  /// A graph of `nodes` nodes.  Arcs come in any order with a row of features each; parallel ones are kept, in the order given.
  /// A graph without nodes or arcs keeps its place.
  /// Shapes   node_features: nodes x node columns, arc_features: arcs x arc columns, extras: extra columns; row-major.
  /// Throws   ShapeError naming the table when a size differs; DataError when an arc names a node that is not there.
  ///          The builder is then as it was.
  void add(NodeId nodes, std::span<const Edge> arcs, std::span<const float> node_features, std::span<const float> arc_features = {},
           std::span<const float> extras = {});
  /// How many graphs were added.
  std::size_t graphs() const { return node_begin_.size() - 1; }
  /// The table of all graphs so far; the builder is empty again.
  GraphTable finish();

 private:
  Columns columns_;
  std::vector<NodeId> node_begin_{0};
  std::vector<EdgeId> arc_begin_{0};
  std::vector<EdgeId> row_begin_{0};
  std::vector<NodeId> column_;
  std::vector<float> nodes_, arcs_, extras_;
};

/// The named graphs, in the order given (a graph may be named twice): a mini-batch.  O(size of the result), in parallel.
/// Throws   UsageError for a graph that is not there.
GraphTable take(const GraphTable& table, std::span<const std::uint32_t> graphs);

/// What a graph model learns from: one target row per graph, and a split of the graphs.
struct GraphDataset {
  GraphTable graphs;  ///< what is known of each graph
  Targets targets;    ///< a row per graph
  Split split;        ///< which graphs learn, watch and judge
};

EDGEWISE_API_END
}  // namespace edgewise::train
