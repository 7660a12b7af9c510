#include "json_reader.hpp"

#include <cmath>
#include <nlohmann/json.hpp>

#include "../graph/error.hpp"
#include "nesting.hpp"

namespace edgewise::io {

using Json = nlohmann::json;

nlohmann::ordered_json bytes_to_json(const std::string& bytes) {
  nlohmann::ordered_json plain = bytes;
  try {
    static_cast<void>(plain.dump());
    return plain;
  } catch (const nlohmann::ordered_json::type_error&) {  // not UTF-8
  }
  std::string latin1;
  for (const char c : bytes) {
    const unsigned byte = static_cast<unsigned char>(c);
    if (byte < 0x80) {
      latin1 += c;
    } else {
      latin1 += static_cast<char>(0xC0 | (byte >> 6));
      latin1 += static_cast<char>(0x80 | (byte & 0x3F));
    }
  }
  return {{"latin1", latin1}};
}

Json parse_description_json(const std::string& text, const std::string& file, const std::string& kind, int newest) {
  check_nesting(file, json_depth(text));
  Json json = Json::parse(text, nullptr, false);
  const JsonReader reader(json, file);
  const std::string found = reader.bytes("kind");
  if (found != kind) fail<DataError>(file, ": holds a ", found, ", expected a ", kind);
  const std::size_t format = reader.count("format");
  if (format == 0 || format > static_cast<std::size_t>(newest))
    fail<DataError>(file, ": ", kind, " format ", format, ", this edgewise reads 1 to ", newest,
                    format == 0 ? "; the file is damaged" : "; a newer edgewise wrote it: update, or write the file again with this one");
  return json;
}

std::string json_reason(const std::exception& error) {
  const std::string text = error.what();
  const std::size_t behind = text.starts_with('[') ? text.find("] ") : std::string::npos;
  return behind == std::string::npos ? text : text.substr(behind + 2);
}

JsonReader::JsonReader(const Json& object, std::string file) : object_(object), file_(std::move(file)) {
  if (!object.is_object()) fail<DataError>(file_, ": the description is not a JSON object; the file is damaged");
}

const Json& JsonReader::at(const char* key) const {
  const auto found = object_.find(key);
  if (found == object_.end()) fail<DataError>(file_, ": the description has no '", key, "'; the file is damaged");
  return *found;
}

bool JsonReader::flag(const char* key) const {
  if (!at(key).is_boolean()) wrong(key, "true or false");
  return at(key).get<bool>();
}

std::size_t JsonReader::count(const char* key) const {
  if (!at(key).is_number_unsigned()) wrong(key, "a whole number");
  return at(key).get<std::size_t>();
}

float JsonReader::number(const char* key) const {
  if (!at(key).is_number() || !std::isfinite(at(key).get<float>())) wrong(key, "a number");
  return at(key).get<float>();
}

float JsonReader::number_or(const char* key, float standard) const { return object_.contains(key) ? number(key) : standard; }

bool JsonReader::has(const char* key) const { return object_.contains(key); }

std::size_t JsonReader::count_or(const char* key, std::size_t standard) const { return object_.contains(key) ? count(key) : standard; }

bool JsonReader::flag_or(const char* key, bool standard) const { return object_.contains(key) ? flag(key) : standard; }

std::string JsonReader::bytes(const char* key) const { return bytes_of(at(key), key); }

std::vector<std::string> JsonReader::list(const char* key) const {
  if (!at(key).is_array()) wrong(key, "a list of names");
  std::vector<std::string> names;
  for (const Json& name : at(key)) names.push_back(bytes_of(name, key));
  return names;
}

std::vector<std::size_t> JsonReader::counts(const char* key) const {
  if (!at(key).is_array()) wrong(key, "a list of whole numbers");
  std::vector<std::size_t> numbers;
  for (const Json& number : at(key)) {
    if (!number.is_number_unsigned()) wrong(key, "a list of whole numbers");
    numbers.push_back(number.get<std::size_t>());
  }
  return numbers;
}

std::size_t JsonReader::index_of(const char* key, const std::vector<const char*>& words) const {
  std::string known;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (at(key) == words[i]) return i;
    known.append(i == 0 ? "" : ", ").append(words[i]);
  }
  wrong(key, known);
}

void JsonReader::wrong(const char* key, const std::string& wanted) const {
  fail<DataError>(file_, ": '", key, "' in the description is ", at(key).dump(-1, ' ', true, Json::error_handler_t::replace), ", expected ", wanted);
}

std::string JsonReader::bytes_of(const Json& value, const char* key) const {
  if (value.is_string()) return value.get<std::string>();
  if (!value.is_object() || value.size() != 1 || !value.contains("latin1") || !value["latin1"].is_string()) wrong(key, "text");
  const std::string text = value["latin1"].get<std::string>();
  std::string bytes;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const unsigned first = static_cast<unsigned char>(text[i]);
    if (first < 0x80)
      bytes += text[i];
    else if (first <= 0xC3 && i + 1 < text.size())
      bytes += static_cast<char>((first << 6) | (static_cast<unsigned char>(text[++i]) & 0x3F));
    else
      wrong(key, "characters that each stand for a byte");
  }
  return bytes;
}

}  // namespace edgewise::io
