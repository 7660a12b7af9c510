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
#include "nesting.hpp"
#include "output_file.hpp"

namespace edgewise::io {
namespace {

using Json = nlohmann::json;
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

/// How many bytes one number takes; 0 for a dtype that cannot be read.
std::size_t width_of(const std::string& dtype) {
  if (dtype == "F32") return 4;
  if (dtype == "F64") return 8;
  if (dtype == "F16" || dtype == "BF16") return 2;
  return 0;
}

struct Entry {
  std::string name;
  std::string dtype;
  std::vector<std::size_t> shape;
  std::size_t count = 1;
  std::size_t begin = 0;
  std::size_t end = 0;
};

/// The header as JSON; a key twice in one object is an error, where JSON libraries quietly keep the last.
Json parse_header(std::string_view text, const std::string& file) {
  check_nesting(file, json_depth(text));
  std::vector<std::set<std::string>> keys;
  const auto watch = [&](int, Json::parse_event_t event, Json& parsed) {
    if (event == Json::parse_event_t::object_start) keys.emplace_back();
    if (event == Json::parse_event_t::object_end) keys.pop_back();
    if (event == Json::parse_event_t::key && !keys.back().insert(parsed.get<std::string>()).second)
      fail<DataError>(file, ": the header names '", parsed.get<std::string>(), "' twice");
    return true;
  };
  try {
    return Json::parse(text, watch);
  } catch (const Json::exception& error) {
    fail<DataError>(file, ": the header is not JSON (", error.what(), "); is this a .safetensors file?");
  }
}

std::size_t whole_number(const Json& value, const std::string& file, const std::string& name, const char* what) {
  if (!value.is_number_unsigned())
    fail<DataError>(file, ": tensor '", name, "': ", what, " is ", value.dump(-1, ' ', true, Json::error_handler_t::replace), ", not a whole number");
  return value.get<std::size_t>();
}

Entry read_entry(const std::string& name, const Json& value, const std::string& file, std::size_t data_size) {
  Entry entry;
  entry.name = name;
  if (!value.is_object()) fail<DataError>(file, ": tensor '", name, "' is not described by an object");
  for (const char* key : {"dtype", "shape", "data_offsets"})
    if (!value.contains(key)) fail<DataError>(file, ": tensor '", name, "' has no '", key, "'");
  if (!value["dtype"].is_string()) fail<DataError>(file, ": tensor '", name, "': dtype is not a word");
  entry.dtype = value["dtype"].get<std::string>();
  const std::size_t width = width_of(entry.dtype);
  if (width == 0) fail<DataError>(file, ": tensor '", name, "' has dtype '", entry.dtype, "', readable are F32, F64, F16 and BF16");

  const Json& offsets = value["data_offsets"];
  if (!offsets.is_array() || offsets.size() != 2) fail<DataError>(file, ": tensor '", name, "': data_offsets is not a pair");
  entry.begin = whole_number(offsets[0], file, name, "the first offset");
  entry.end = whole_number(offsets[1], file, name, "the last offset");
  if (entry.begin > entry.end || entry.end > data_size)
    fail<DataError>(file, ": tensor '", name, "' claims bytes ", entry.begin, " to ", entry.end, " of ", data_size,
                    "; the file is cut off or damaged");

  if (!value["shape"].is_array()) fail<DataError>(file, ": tensor '", name, "': shape is not a list");
  for (const Json& size : value["shape"]) {
    entry.shape.push_back(whole_number(size, file, name, "a size in its shape"));
    if (entry.shape.back() != 0 && entry.count > std::numeric_limits<std::size_t>::max() / width / entry.shape.back())
      fail<DataError>(file, ": tensor '", name, "': its shape has more numbers than memory can hold");
    entry.count *= entry.shape.back();
  }
  if (entry.count * width != entry.end - entry.begin)
    fail<DataError>(file, ": tensor '", name, "' of ", entry.count, " ", entry.dtype, " numbers needs ", entry.count * width, " bytes, got ",
                    entry.end - entry.begin);
  return entry;
}

Tensor read_values(const Entry& entry, const char* data, const std::string& file) {
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

/// Tensors must lie one behind the other: no byte belongs to two of them or to none.
void check_layout(std::vector<Entry>& entries, const std::string& file, std::size_t data_size) {
  std::stable_sort(entries.begin(), entries.end(),
                   [](const Entry& a, const Entry& b) { return std::pair(a.begin, a.end) < std::pair(b.begin, b.end); });
  std::size_t at = 0;
  for (const Entry& entry : entries) {
    if (entry.begin < at)
      fail<DataError>(file, ": tensor '", entry.name, "' begins at byte ", entry.begin, " inside the one before, which ends at ", at);
    if (entry.begin > at) fail<DataError>(file, ": bytes ", at, " to ", entry.begin, " belong to no tensor");
    at = entry.end;
  }
  if (at != data_size) fail<DataError>(file, ": bytes ", at, " to ", data_size, " belong to no tensor");
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
  const Json header = parse_header(std::string_view(bytes.data() + 8, length), name);
  if (!header.is_object()) fail<DataError>(name, ": the header is not a JSON object");

  SafeTensors content;
  std::vector<Entry> entries;
  for (const auto& [key, value] : header.items()) {
    if (key != "__metadata__") {
      entries.push_back(read_entry(key, value, name, data.size()));
      continue;
    }
    if (!value.is_object()) fail<DataError>(name, ": __metadata__ is not an object");
    for (const auto& [word, text] : value.items()) {
      if (!text.is_string()) fail<DataError>(name, ": __metadata__ '", word, "' is not text");
      content.metadata[word] = text.get<std::string>();
    }
  }
  check_layout(entries, name, data.size());
  for (Entry& entry : entries) {
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
  if (!content.metadata.empty()) {
    OrderedJson& metadata = header["__metadata__"] = OrderedJson::object();
    for (const auto& [key, text] : content.metadata) metadata[key] = text;
  }
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
  } catch (const Json::exception& error) {
    fail<DataError>("safetensors: a name is not UTF-8 (", error.what(), ")");
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
  return bytes;
}

void save_safetensors(const std::string& path, const SafeTensors& content) { write_file(path, to_safetensors(content)); }

}  // namespace edgewise::io
