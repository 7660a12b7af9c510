#include "../../io/labels.hpp"
#include "../../io/split_file.hpp"

#include "fuzz.hpp"

using namespace edgewise;
using namespace edgewise::io;

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  // One table, read as every kind of label and as a split.
  return fuzz::run(data, size, [](std::string bytes) {
    const NodeTable table = load_node_table(TextFile::from_memory("fuzz", std::move(bytes)), {});
    for (const train::Task task : {train::Task::classification, train::Task::multilabel, train::Task::regression})
      fuzz::allow_errors([&] { read_labels(table, task, {}, {}); });
    fuzz::allow_errors([&] { read_split(table, ""); });
  });
}
