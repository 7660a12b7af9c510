#include "molecule_model.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "../../graph/error.hpp"
#include "../model_words.hpp"

namespace edgewise::mol {
namespace {

using OrderedJson = nlohmann::ordered_json;

const std::vector<std::pair<const char*, train::Task>> kTasks = {{"multilabel", train::Task::multilabel}, {"regression", train::Task::regression}};

}  // namespace

std::string to_json(const MoleculeSchema& schema) {
  OrderedJson calibration = OrderedJson::array();
  for (const train::Calibration& c : schema.calibration)
    calibration.push_back({{"slope", io::tidy(c.slope)},
                           {"offset", io::tidy(c.offset)},
                           {"count", c.count},
                           {"error_before", io::tidy(c.error_before)},
                           {"error_after", io::tidy(c.error_after)}});
  const OrderedJson json = {{"task", schema.task == train::Task::regression ? "regression" : "multilabel"},
                            {"tasks", io::names_to_json(schema.tasks)},
                            {"preparation", OrderedJson::parse(to_json(schema.preparation))},
                            {"features", OrderedJson::parse(to_json(schema.features))},
                            {"elements", io::names_to_json(schema.elements)},
                            {"calibration", calibration}};
  return json.dump();
}

MoleculeSchema schema_from_json(const std::string& text, const std::string& file) {
  const nlohmann::json json = nlohmann::json::parse(text, nullptr, false);
  if (!json.is_object()) fail<DataError>(file, ": the description of molecules is no JSON object; the file is damaged");
  const io::JsonReader reader(json, file);
  MoleculeSchema schema;
  schema.task = reader.choice("task", kTasks);
  schema.tasks = reader.list("tasks");
  schema.preparation = preparation_from_json(reader.at("preparation").dump(), file);
  schema.features = features_from_json(reader.at("features").dump(), file);
  schema.elements = reader.list("elements");
  const nlohmann::json& calibration = reader.at("calibration");
  if (!calibration.is_array()) fail<DataError>(file, ": 'calibration' is no list; the file is damaged");
  for (const nlohmann::json& one : calibration) {
    if (!one.is_object()) fail<DataError>(file, ": 'calibration' is no list of objects; the file is damaged");
    const io::JsonReader c(one, file);
    schema.calibration.push_back({c.number("slope"), c.number("offset"), c.count("count"), c.number("error_before"), c.number("error_after")});
  }
  if (schema.tasks.empty()) fail<DataError>(file, ": the description names no task; the file is damaged");
  if (!schema.calibration.empty() && schema.calibration.size() != schema.tasks.size())
    fail<DataError>(file, ": ", schema.calibration.size(), " calibrations for ", schema.tasks.size(), " tasks; the file is damaged");
  return schema;
}

}  // namespace edgewise::mol
