#pragma once
/// Files in memory for tests of readers: a name and its bytes each.
#include <edgewise/io/node_data.hpp>
#include <map>
#include <string>

struct MemoryFiles {
  std::map<std::string, std::string> bytes;
  edgewise::io::OpenText open() const {
    return [copy = bytes](const std::string& path) { return edgewise::io::TextFile::from_memory(path, copy.at(path)); };
  }
};
