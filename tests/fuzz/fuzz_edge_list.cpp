#include "../../io/edge_list.hpp"

#include "fuzz.hpp"

using namespace edgewise;
using namespace edgewise::io;

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  return fuzz::run(data, size, [](std::string bytes) {
    Names names;
    const EdgeList list = read_edge_list(TextFile::from_memory("fuzz", std::move(bytes)), names);
    for (const Edge& edge : list.edges)
      if (edge.source >= names.size() || edge.target >= names.size()) __builtin_trap();
    for (NodeId n = 0; n < names.size(); ++n)
      if (names.find(names[n]) != n) __builtin_trap();
  });
}
