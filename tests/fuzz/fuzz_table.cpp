#include "../../io/delimited.hpp"

#include "fuzz.hpp"

using namespace edgewise;
using namespace edgewise::io;

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  return fuzz::run(data, size, [](std::string bytes) {
    Table table(TextFile::from_memory("fuzz", std::move(bytes)), {});
    while (table.next()) {
    }
  });
}
