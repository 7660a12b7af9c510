#include <nlohmann/json.hpp>

#include "../../graph/error.hpp"
#include "../json_reader.hpp"
#include "featurise.hpp"

namespace edgewise::mol {
std::string to_json(const FeatureOptions& o) {
  const nlohmann::ordered_json json = {{"elements", o.elements},
                                       {"fingerprint_bits", o.fingerprint_bits},
                                       {"fingerprint_radius", o.fingerprint_radius},
                                       {"descriptors", o.descriptors}};
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
  return o;
}

}  // namespace edgewise::mol
