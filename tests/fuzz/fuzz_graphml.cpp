#include "../../io/graph_formats.hpp"

#include "fuzz.hpp"

using namespace edgewise;
using namespace edgewise::io;

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  return fuzz::run(data, size, [](std::string bytes) {
    Names names;
    read_graphml(TextFile::from_memory("fuzz", std::move(bytes)), names);
  });
}
