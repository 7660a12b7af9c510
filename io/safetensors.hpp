#pragma once
/// The safetensors container: named tensors behind a JSON header.  Source: github.com/huggingface/safetensors, "Format".
///   8 bytes   length N of the header, little-endian
///   N bytes   {"__metadata__": {"key": "text"}, "layer.0.weight": {"dtype": "F32", "shape": [2, 3], "data_offsets": [0, 24]}, ...}
///   the rest  the numbers, little-endian, row-major, tensor after tensor
/// Files of ours carry a checksum, __metadata__ "edgewise.crc32": the CRC-32 of the whole file with zeros for its eight digits.
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "../core/tensor.hpp"
#include "../graph/api.hpp"

namespace edgewise::io {
EDGEWISE_API_BEGIN

/// A tensor with the shape that the file gives it.  `value` is shape[0] x (the product of the rest); 1 x n for one dimension and
/// 1 x 1 for none.
struct NamedTensor {
  std::string name;                ///< unique in its file
  std::vector<std::size_t> shape;  ///< may be left empty for writing: then rows x cols
  Tensor value;                    ///< the numbers
};

/// All that a file holds.
struct SafeTensors {
  std::vector<NamedTensor> tensors;             ///< in the order of their bytes
  std::map<std::string, std::string> metadata;  ///< what __metadata__ says

  /// nullptr when there is none of that name.
  const NamedTensor* find(std::string_view name) const;
};

/// Reads F32, F64, F16 and BF16 as float.
/// Throws   DataError that opens with `name` for any damage: header length, JSON, a name twice, an unknown dtype, a shape that does
///          not fit its bytes, bytes that overlap, lie outside the file or belong to no tensor, an F64 beyond the range of float, a checksum that
///          does not fit. Nothing is allocated on the word of a number that has not been held against the size of the file.
SafeTensors parse_safetensors(std::span<const char> bytes, const std::string& name);
/// The same of a file.  Throws DataError.
SafeTensors load_safetensors(const std::string& path);

/// The bytes of a file.  Throws DataError naming path and reason.
std::string read_bytes(const std::string& path);

/// The file as bytes: F32, tensors in the order given, metadata sorted by key behind the checksum, the header padded with blanks to a multiple of 8.
/// Equal input, equal bytes.  Throws DataError for a name twice, and for names or metadata that are not UTF-8.
std::string to_safetensors(const SafeTensors& content);
/// The same into a file (output_file.hpp).
void save_safetensors(const std::string& path, const SafeTensors& content);

EDGEWISE_API_END
}  // namespace edgewise::io
