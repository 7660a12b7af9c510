#pragma once
/// For sources: what the JSON header of a .safetensors file says, held against the size of the file before anybody believes it.
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace edgewise::io {

/// Where the numbers of one tensor lie: bytes begin to end behind the header.
struct SafeTensorsEntry {
  std::string name;
  std::string dtype;  ///< F32, F64, F16 or BF16
  std::vector<std::size_t> shape;
  std::size_t count = 1;  ///< of numbers
  std::size_t begin = 0;
  std::size_t end = 0;
};

/// A header that fits its file.
struct SafeTensorsHeader {
  std::vector<SafeTensorsEntry> entries;  ///< in the order of their bytes: one behind the other, none between two
  std::map<std::string, std::string> metadata;
};

/// `data_size`: how many bytes follow the header.  Throws DataError that opens with `file`.
SafeTensorsHeader parse_safetensors_header(std::string_view text, std::size_t data_size, const std::string& file);

}  // namespace edgewise::io
