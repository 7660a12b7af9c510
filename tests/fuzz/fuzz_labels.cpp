#include "../../io/labels.hpp"
#include "../../io/split_file.hpp"

#include "fuzz.hpp"

using namespace edgewise;
using namespace edgewise::io;

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  // One table, read as every kind of label and as a split.
  return fuzz::run(data, size, [&](std::string bytes) {
    const NodeTable table = load_node_table(TextFile::from_memory("fuzz", std::move(bytes)), {});
    const auto as = [&](auto&& read) { fuzz::run(data, 0, [&](const std::string&) { read(); }); };
    for (const train::Task task : {train::Task::classification, train::Task::multilabel, train::Task::regression})
      as([&] { read_labels(table, task, {}, {}); });
    as([&] { read_split(table, ""); });
  });
}
