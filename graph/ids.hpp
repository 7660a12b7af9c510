#pragma once
/// The words for nodes and edges.
#include <cstddef>
#include <cstdint>
#include <limits>

#include "api.hpp"

namespace edgewise {
EDGEWISE_API_BEGIN

using NodeId = std::uint32_t;  ///< a node's row: 0 .. nodes-1
using EdgeId = std::uint64_t;  ///< an arc's place among the in-edges of a graph; 64 bits, since edges pass 2^31 early

/// An arc from `source` (the node that sends) to `target` (the node that receives and attends).
struct Edge {
  NodeId source;
  NodeId target;
  friend bool operator==(const Edge&, const Edge&) = default;
};

inline constexpr EdgeId kNoEdge = std::numeric_limits<EdgeId>::max();         ///< an arc that no listed edge stands for
inline constexpr std::size_t kMaxNodes = std::numeric_limits<NodeId>::max();  ///< the id above the last is kept free

/// The count as a `NodeId`.  Throws UsageError when it does not fit in 32 bits.
NodeId checked_node_count(std::size_t nodes);

EDGEWISE_API_END
}  // namespace edgewise
