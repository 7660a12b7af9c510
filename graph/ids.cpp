#include "ids.hpp"

#include "error.hpp"

namespace edgewise {

NodeId checked_node_count(std::size_t nodes) {
  if (nodes > kMaxNodes) fail<UsageError>("graph: ", nodes, " nodes, at most ", kMaxNodes, " fit in 32 bits");
  return static_cast<NodeId>(nodes);
}

}  // namespace edgewise
