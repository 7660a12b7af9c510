#include <nlohmann/json.hpp>

#include "../../graph/error.hpp"
#include "../json_reader.hpp"
#include "prepare.hpp"

namespace edgewise::mol {
namespace {

const std::vector<std::pair<const char*, Preparation::Salts>> kSalts = {{"keep", Preparation::Salts::keep}, {"largest", Preparation::Salts::largest}};

}  // namespace

std::string to_json(const Preparation& p) {
  const nlohmann::ordered_json json = {{"salts", kSalts[p.salts == Preparation::Salts::largest ? 1 : 0].first},
                                       {"neutralise", p.neutralise},
                                       {"stereo", p.stereo},
                                       {"hydrogens", p.hydrogens},
                                       {"most_atoms", p.most_atoms}};
  return json.dump();
}

Preparation preparation_from_json(const std::string& text, const std::string& file) {
  const nlohmann::json json = nlohmann::json::parse(text, nullptr, false);
  if (!json.is_object()) fail<DataError>(file, ": the preparation of molecules is no JSON object; the file is damaged");
  const io::JsonReader reader(json, file);
  Preparation p;
  p.salts = reader.choice("salts", kSalts);
  p.neutralise = reader.flag("neutralise");
  p.stereo = reader.flag("stereo");
  p.hydrogens = reader.flag("hydrogens");
  p.most_atoms = reader.count("most_atoms");
  return p;
}

}  // namespace edgewise::mol
