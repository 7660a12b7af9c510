#pragma once
/// What listed edges carry, brought to the arcs of a built graph.
#include <span>
#include <vector>

#include "../core/arcs.hpp"
#include "../graph/api.hpp"
#include "../graph/graph.hpp"
#include "node_data.hpp"

namespace edgewise::io {
EDGEWISE_API_BEGIN

/// Values and types per listed edge.
struct EdgeData {
  std::vector<std::span<const float>> columns;  ///< one value a listed edge each
  std::span<const std::uint32_t> type;          ///< per listed edge, < types; or empty
  std::size_t types = 0;                        ///< how many types there are; 0: untyped
};

/// Arc features and types.
///   features   those of the edge behind the arc, in both directions; an added self-loop gets the mean over the node's other incoming
///              arcs, 0 without any (as PyTorch Geometric's fill_value='mean'); a listed one too where the schema says mean_loops;
///              1 where it says unit_loops
///   types      type of the edge; + types for the arc of an undirected edge that runs against the listed direction; added loops have
///              the last type (types, or 2 * types when undirected)
Arcs arc_data(const BuiltGraph& built, std::span<const Edge> listed, const NodeSchema& schema, const EdgeData& edges);

EDGEWISE_API_END
}  // namespace edgewise::io
