#include <nlohmann/json.hpp>

#include "../../graph/error.hpp"
#include "../json_reader.hpp"
#include "../number.hpp"
#include "featurise.hpp"

namespace edgewise::mol {
namespace {

nlohmann::ordered_json numbers(const std::vector<float>& values) {
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (const float value : values) list.push_back(std::stod(io::number_text(value)));  // 0.6 instead of 0.60000002384185791
  return list;
}

std::vector<float> read_numbers(const io::JsonReader& reader, const char* key, const std::string& file) {
  std::vector<float> values;
  const nlohmann::json& list = reader.at(key);
  if (!list.is_array()) fail<DataError>(file, ": '", key, "' is no list of numbers; the file is damaged");
  for (const nlohmann::json& value : list) {
    if (!value.is_number()) fail<DataError>(file, ": '", key, "' is no list of numbers; the file is damaged");
    values.push_back(value.get<float>());
  }
  return values;
}

}  // namespace

std::string to_json(const FeatureOptions& o) {
  const nlohmann::ordered_json json = {
      {"elements", o.elements},       {"fingerprint_bits", o.fingerprint_bits},        {"fingerprint_radius", o.fingerprint_radius},
      {"descriptors", o.descriptors}, {"descriptor_mean", numbers(o.descriptor_mean)}, {"descriptor_deviation", numbers(o.descriptor_deviation)}};
  return json.dump();
}

FeatureOptions features_from_json(const std::string& text, const std::string& file) {
  const nlohmann::json json = nlohmann::json::parse(text, nullptr, false);
  if (!json.is_object()) fail<DataError>(file, ": the features of molecules are no JSON object; the file is damaged");
  const io::JsonReader reader(json, file);
  FeatureOptions o;
  o.elements = reader.list("elements");
  o.fingerprint_bits = reader.count("fingerprint_bits");
  o.fingerprint_radius = reader.count("fingerprint_radius");
  o.descriptors = reader.flag("descriptors");
  o.descriptor_mean = read_numbers(reader, "descriptor_mean", file);
  o.descriptor_deviation = read_numbers(reader, "descriptor_deviation", file);
  return o;
}

}  // namespace edgewise::mol
