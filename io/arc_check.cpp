// Whether the arcs of a graph are what a model reads; found out by the lines of the edges.
#include <algorithm>

#include "../graph/error.hpp"
#include "node_data.hpp"

namespace edgewise::io {
namespace {

bool weighs_by_gcn(const models::NodeModelOptions& options) {
  if (options.model == "gcn") return options.edge_features == 1;  // more are refused by the model itself
  return std::any_of(options.stack.begin(), options.stack.end(), [](const auto& layer) { return layer.type == "gcn" && layer.edge_features > 0; });
}

}  // namespace

void check_arcs(const NodeData& data, const models::NodeModelOptions& options) {
  const Arcs& arcs = data.data.arcs;
  if (!weighs_by_gcn(options) || !arcs.features || arcs.features.cols() == 0) return;
  const Tensor& weight = arcs.features.value();
  // A loop that carries a mean is below 0 only where another edge is.
  const auto mean = [&](EdgeId edge) { return data.schema.mean_loops && data.listed[edge].source == data.listed[edge].target; };
  EdgeId first = kNoEdge;
  float found = 0;
  for (std::size_t arc = 0; arc < weight.rows(); ++arc) {
    const EdgeId edge = data.built.edge_of_arc[arc];
    if (weight(arc, 0) >= 0 || edge >= first || mean(edge)) continue;
    first = edge;
    found = weight(arc, 0);
  }
  if (first == kNoEdge) return;
  fail<DataError>(data.edge_lines.where(data.edge_file, first), ": column '", data.schema.edge_columns.front(), "' is ", found,
                  ", a gcn takes weights of at least 0; mend it, or train a gat, gatv2 or transformer, which read any number, or without weights "
                  "(--no-weights)");
}

}  // namespace edgewise::io
