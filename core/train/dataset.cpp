#include "dataset.hpp"

#include <variant>

#include "../../graph/error.hpp"

namespace edgewise::train {

void check(const Dataset& data) {
  const std::size_t nodes = data.graph.num_nodes();
  const EdgeId arcs = data.graph.num_arcs();
  const auto* const dense = std::get_if<Variable>(&data.features);
  const std::size_t rows = dense != nullptr && !*dense ? 0 : rows_of(data.features);  // a Variable may hold nothing at all
  if (rows != nodes) fail<DataError>("dataset: features for ", rows, " nodes, the graph has ", nodes);
  if (data.arcs.features && data.arcs.features.rows() != arcs)
    fail<DataError>("dataset: edge features for ", data.arcs.features.rows(), " arcs, the graph has ", arcs);
  if (!data.arcs.type.empty() && data.arcs.type.size() != arcs)
    fail<DataError>("dataset: edge types for ", data.arcs.type.size(), " arcs, the graph has ", arcs);
  check_targets(data.targets, nodes, {});
  check_split(data.split, nodes, {});
}

}  // namespace edgewise::train
