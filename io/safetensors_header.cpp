#include "safetensors_header.hpp"

#include <algorithm>
#include <limits>
#include <nlohmann/json.hpp>
#include <set>

#include "../graph/error.hpp"
#include "json_reader.hpp"
#include "nesting.hpp"

namespace edgewise::io {
namespace {

using Json = nlohmann::json;

/// How many bytes one number takes; 0 for a dtype that cannot be read.
std::size_t width_of(const std::string& dtype) {
  if (dtype == "F32") return 4;
  if (dtype == "F64") return 8;
  if (dtype == "F16" || dtype == "BF16") return 2;
  return 0;
}

/// The header as JSON; a key twice in one object is an error, where JSON libraries quietly keep the last.
Json parse_json(std::string_view text, const std::string& file) {
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
    fail<DataError>(file, ": the header is not JSON (", json_reason(error), "); is this a .safetensors file?");
  }
}

std::size_t whole_number(const Json& value, const std::string& file, const std::string& name, const char* what) {
  if (!value.is_number_unsigned())
    fail<DataError>(file, ": tensor '", name, "': ", what, " is ", value.dump(-1, ' ', true, Json::error_handler_t::replace), ", not a whole number");
  return value.get<std::size_t>();
}

SafeTensorsEntry read_entry(const std::string& name, const Json& value, const std::string& file, std::size_t data_size) {
  SafeTensorsEntry entry;
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

/// Tensors must lie one behind the other: no byte belongs to two of them or to none.
void check_layout(std::vector<SafeTensorsEntry>& entries, const std::string& file, std::size_t data_size) {
  std::stable_sort(entries.begin(), entries.end(),
                   [](const SafeTensorsEntry& a, const SafeTensorsEntry& b) { return std::pair(a.begin, a.end) < std::pair(b.begin, b.end); });
  std::size_t at = 0;
  for (const SafeTensorsEntry& entry : entries) {
    if (entry.begin < at)
      fail<DataError>(file, ": tensor '", entry.name, "' begins at byte ", entry.begin, " inside the one before, which ends at ", at);
    if (entry.begin > at) fail<DataError>(file, ": bytes ", at, " to ", entry.begin, " belong to no tensor");
    at = entry.end;
  }
  if (at != data_size) fail<DataError>(file, ": bytes ", at, " to ", data_size, " belong to no tensor");
}

}  // namespace

SafeTensorsHeader parse_safetensors_header(std::string_view text, std::size_t data_size, const std::string& file) {
  const Json json = parse_json(text, file);
  if (!json.is_object()) fail<DataError>(file, ": the header is not a JSON object");
  SafeTensorsHeader header;
  for (const auto& [key, value] : json.items()) {
    if (key != "__metadata__") {
      header.entries.push_back(read_entry(key, value, file, data_size));
      continue;
    }
    if (!value.is_object()) fail<DataError>(file, ": __metadata__ is not an object");
    for (const auto& [word, words] : value.items()) {
      if (!words.is_string()) fail<DataError>(file, ": __metadata__ '", word, "' is not text");
      header.metadata[word] = words.get<std::string>();
    }
  }
  check_layout(header.entries, file, data_size);
  return header;
}

}  // namespace edgewise::io
