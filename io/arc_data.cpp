#include "arc_data.hpp"

namespace edgewise::io {
namespace {

/// The mean over the arcs into `row` that an edge stands behind, self-loops included or not.
float mean_of_row(const BuiltGraph& built, NodeId row, std::span<const float> column, bool with_loops) {
  double sum = 0;
  double count = 0;
  const Csr& in = built.graph.in_edges();
  for (EdgeId arc = in.begin()[row]; arc < in.begin()[row + 1]; ++arc)
    if (built.edge_of_arc[arc] != kNoEdge && (with_loops || in.column()[arc] != row)) {
      sum += column[built.edge_of_arc[arc]];
      count += 1;
    }
  return count == 0 ? 0 : static_cast<float>(sum / count);
}

}  // namespace

Arcs arc_data(const BuiltGraph& built, std::span<const Edge> listed, const NodeSchema& schema, const EdgeData& edges) {
  const bool directed = schema.directed;
  const Csr& in = built.graph.in_edges();
  Arcs arcs;
  if (!edges.columns.empty()) {
    Tensor features = Tensor::uninitialized(in.edges(), edges.columns.size());
    for (NodeId i = 0; i < in.rows(); ++i)
      for (EdgeId arc = in.begin()[i]; arc < in.begin()[i + 1]; ++arc)
        for (std::size_t c = 0; c < edges.columns.size(); ++c) {
          const EdgeId edge = built.edge_of_arc[arc];
          if (edge == kNoEdge && schema.unit_loops) {
            features(arc, c) = 1;
            continue;
          }
          const bool mean = edge == kNoEdge || (schema.mean_loops && in.column()[arc] == i);
          features(arc, c) = mean ? mean_of_row(built, i, edges.columns[c], !schema.mean_loops) : edges.columns[c][edge];
        }
    arcs.features = Variable(std::move(features));
  }
  if (edges.types > 0) {
    const auto types = static_cast<std::uint32_t>(edges.types);
    for (NodeId i = 0; i < in.rows(); ++i)
      for (EdgeId arc = in.begin()[i]; arc < in.begin()[i + 1]; ++arc) {
        const EdgeId edge = built.edge_of_arc[arc];
        if (edge == kNoEdge) {
          arcs.type.push_back(directed ? types : 2 * types);
          continue;
        }
        const bool backward = !directed && listed[edge].target != i;
        arcs.type.push_back(edges.type[edge] + (backward ? types : 0));
      }
  }
  return arcs;
}

}  // namespace edgewise::io
