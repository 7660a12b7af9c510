#include "safetensors.hpp"

#include <algorithm>
#include <bit>
#include <cerrno>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <fstream>
#include <limits>
#include <nlohmann/json.hpp>
#include <numeric>
#include <set>

#include "../graph/error.hpp"
#include "crc32.hpp"
#include "json_reader.hpp"
#include "output_file.hpp"
#include "safetensors_header.hpp"

namespace edgewise::io {
namespace {

using OrderedJson = nlohmann::ordered_json;
constexpr std::size_t kMaxHeader = 100'000'000;  // the limit of the reference implementation

template <class Word>
Word little_endian(Word word) {
  if constexpr (std::endian::native == std::endian::little) return word;
  Word turned = 0;
  for (std::size_t i = 0; i < sizeof(Word); ++i) turned = static_cast<Word>((turned << 8) | ((word >> (8 * i)) & 0xFF));
  return turned;
}
template <class Word>
Word load_word(const char* from) {
  Word word;
  std::memcpy(&word, from, sizeof word);
  return little_endian(word);
}

/// IEEE half precision: 1 sign, 5 exponent (bias 15), 10 fraction bits.
float from_half(std::uint16_t half) {
  const int exponent = (half >> 10) & 31;
  const int fraction = half & 1023;
  float size = 0;
  if (exponent == 31)
    size = fraction == 0 ? std::numeric_limits<float>::infinity() : std::numeric_limits<float>::quiet_NaN();
  else if (exponent == 0)
    size = std::ldexp(static_cast<float>(fraction), -24);
  else
    size = std::ldexp(static_cast<float>(fraction + 1024), exponent - 25);
  return (half >> 15) != 0 ? -size : size;
}

Tensor read_values(const SafeTensorsEntry& entry, const char* data, const std::string& file) {
  std::size_t rows = 1;
  std::size_t cols = entry.count;
  if (entry.shape.size() >= 2) {
    rows = entry.count == 0 && entry.shape.size() > 2 ? 0 : entry.shape[0];
    cols = entry.shape.size() == 2 ? entry.shape[1] : entry.count / std::max<std::size_t>(rows, 1);
  }
  Tensor values = Tensor::uninitialized(rows, cols);
  const std::span<float> out = values.values();
  const char* from = data + entry.begin;
  if (entry.dtype == "F32") {
    for (std::size_t i = 0; i < out.size(); ++i) out[i] = std::bit_cast<float>(load_word<std::uint32_t>(from + 4 * i));
  } else if (entry.dtype == "F64") {
    for (std::size_t i = 0; i < out.size(); ++i) {
      const double wide = std::bit_cast<double>(load_word<std::uint64_t>(from + 8 * i));
      if (std::isfinite(wide) && std::abs(wide) > std::numeric_limits<float>::max())
        fail<DataError>(file, ": tensor '", entry.name, "': ", wide, " at place ", i, " is beyond the range of float");
      out[i] = static_cast<float>(wide);
    }
  } else if (entry.dtype == "F16") {
    for (std::size_t i = 0; i < out.size(); ++i) out[i] = from_half(load_word<std::uint16_t>(from + 2 * i));
  } else {  // BF16: the upper half of a float
    for (std::size_t i = 0; i < out.size(); ++i)
      out[i] = std::bit_cast<float>(static_cast<std::uint32_t>(load_word<std::uint16_t>(from + 2 * i)) << 16);
  }
  return values;
}

// The checksum: CRC-32 of the whole file, taken with zeros for its own digits.
constexpr const char* kSum = "edgewise.crc32";
constexpr const char* kNoSum = "00000000";

/// Where in a header the digits stand; npos when there are none.
std::size_t sum_place(std::string_view header) {
  const std::string key = std::string("\"") + kSum + "\":\"";
  const std::size_t at = header.find(key);
  return at == std::string_view::npos ? at : at + key.size();
}

/// Holds the file against its checksum, where it has one, and takes that out of the metadata.
void check_sum(std::span<const char> head, std::span<const char> data, std::map<std::string, std::string>& metadata, const std::string& file) {
  const auto stated = metadata.find(kSum);
  if (stated == metadata.end()) return;
  std::string text(head.begin(), head.end());
  const std::size_t at = sum_place(text);
  if (at != std::string::npos && text.size() - at >= kCrc32Digits) text.replace(at, kCrc32Digits, kNoSum);
  Crc32 sum;
  sum.add(std::span<const char>(text));
  sum.add(data);
  if (stated->second != sum.digits())
    fail<DataError>(file, ": the file is damaged: its CRC-32 is ", sum.digits(), ", it was written with ", stated->second,
                    "; copy it anew (a program that changed it on purpose leaves '", kSum, "' out of __metadata__)");
  metadata.erase(stated);
}

}  // namespace

const NamedTensor* SafeTensors::find(std::string_view name) const {
  const auto found = std::find_if(tensors.begin(), tensors.end(), [&](const NamedTensor& tensor) { return tensor.name == name; });
  return found == tensors.end() ? nullptr : &*found;
}

SafeTensors parse_safetensors(std::span<const char> bytes, const std::string& name) {
  if (bytes.size() < 8) fail<DataError>(name, ": ", bytes.size(), " bytes are too few for a .safetensors file");
  const std::uint64_t length = load_word<std::uint64_t>(bytes.data());
  if (length > kMaxHeader || length > bytes.size() - 8)
    fail<DataError>(name, ": the header claims ", length, " bytes, the file has ", bytes.size() - 8, " after it (limit ", kMaxHeader,
                    "); it is cut off or not a .safetensors file");
  const std::span<const char> data = bytes.subspan(8 + length);
  SafeTensorsHeader header = parse_safetensors_header(std::string_view(bytes.data() + 8, length), data.size(), name);
  check_sum(bytes.first(8 + length), data, header.metadata, name);

  SafeTensors content;
  content.metadata = std::move(header.metadata);
  for (SafeTensorsEntry& entry : header.entries) {
    Tensor values = read_values(entry, data.data(), name);
    content.tensors.push_back({std::move(entry.name), std::move(entry.shape), std::move(values)});
  }
  return content;
}

std::string read_bytes(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) fail<DataError>(path, ": cannot be opened (", std::strerror(errno), ")");
  std::string bytes;
  for (char block[1 << 16]; file.read(block, sizeof block) || file.gcount() > 0;) bytes.append(block, static_cast<std::size_t>(file.gcount()));
  if (file.bad()) fail<DataError>(path, ": cannot be read");
  return bytes;
}

SafeTensors load_safetensors(const std::string& path) { return parse_safetensors(read_bytes(path), path); }

std::string to_safetensors(const SafeTensors& content) {
  OrderedJson header = OrderedJson::object();
  OrderedJson& metadata = header["__metadata__"] = {{kSum, kNoSum}};
  for (const auto& [key, text] : content.metadata) metadata[key] = text;
  std::size_t at = 0;
  std::set<std::string_view> seen;
  for (const NamedTensor& tensor : content.tensors) {
    if (tensor.name == "__metadata__" || !seen.insert(tensor.name).second)
      fail<DataError>("safetensors: the name '", tensor.name, "' cannot be used twice");
    const std::size_t end = at + tensor.value.size() * sizeof(float);
    const std::vector<std::size_t> shape = tensor.shape.empty() ? std::vector{tensor.value.rows(), tensor.value.cols()} : tensor.shape;
    if (std::accumulate(shape.begin(), shape.end(), std::size_t{1}, std::multiplies<>()) != tensor.value.size())
      fail<ShapeError>("safetensors: the shape of '", tensor.name, "' does not fit its ", tensor.value.size(), " numbers");
    header[tensor.name] = {{"dtype", "F32"}, {"shape", shape}, {"data_offsets", {at, end}}};
    at = end;
  }
  std::string text;
  try {
    text = header.dump();
  } catch (const OrderedJson::exception& error) {
    fail<DataError>("safetensors: a name is not UTF-8 (", json_reason(error), ")");
  }
  text.append((8 - text.size() % 8) % 8, ' ');

  std::string bytes;
  bytes.reserve(8 + text.size() + at);
  const auto append = [&](auto word) {
    word = little_endian(word);
    bytes.append(reinterpret_cast<const char*>(&word), sizeof word);
  };
  append(std::uint64_t{text.size()});
  bytes += text;
  for (const NamedTensor& tensor : content.tensors)
    for (const float value : tensor.value.values()) append(std::bit_cast<std::uint32_t>(value));
  Crc32 sum;
  sum.add(std::span<const char>(bytes));
  bytes.replace(8 + sum_place(text), kCrc32Digits, sum.digits());
  return bytes;
}

void save_safetensors(const std::string& path, const SafeTensors& content) { write_file(path, to_safetensors(content)); }

}  // namespace edgewise::io
