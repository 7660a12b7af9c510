#include <algorithm>

#include "../../graph/error.hpp"
#include "../ensemble_files.hpp"
#include "../graph_model_file.hpp"
#include "molecule_model.hpp"

namespace edgewise::mol {
namespace {

constexpr const char* kSchema = "molecules";
constexpr const char* kDomain = "domain";

/// Members of one ensemble were trained on the same molecules: their elements are the same, and the fingerprints lie in the first.
void check_same_molecules(const MoleculeModel& model, const MoleculeSchema& schema, const io::GraphSchema& member, const std::string& file) {
  const auto found = member.sections.find(kDomain);
  if (schema.elements == model.schema.elements && (found == member.sections.end() || domain_from_json(found->second, file) == model.domain)) return;
  fail<DataError>(file, ": trained on other molecules than the first member of the ensemble; models that are averaged belong to one training",
                  " (mol train --ensemble); name one of them");
}

}  // namespace

io::GraphSchema graph_schema(const MoleculeSchema& schema, const Domain& domain) {
  const Featuriser featuriser(schema.features);
  io::GraphSchema result;
  result.task = schema.task;
  result.node_columns = featuriser.atom_columns();
  result.arc_columns = featuriser.bond_columns();
  result.extra_columns = featuriser.extra_columns();
  result.outputs = schema.tasks;
  result.sections[kSchema] = to_json(schema);
  if (domain.molecules() > 0) result.sections[kDomain] = to_json(domain);
  return result;
}

void save_molecule_model(const std::string& path, const models::GraphModel& model, const MoleculeSchema& schema, const Domain& domain) {
  io::save_graph_model(path, model, graph_schema(schema, domain));
}

MoleculeModel load_molecule_model(const std::string& path) {
  MoleculeModel model;
  io::EnsembleFiles found = io::ensemble_files(path);
  model.notes = std::move(found.notes);
  for (const std::string& file : found.files) {
    io::TrainedGraphModel member = io::load_graph_model(file);
    const auto section = member.schema.sections.find(kSchema);
    if (section == member.schema.sections.end())
      fail<DataError>(file, ": a model of plain graphs, not of molecules; edgewise graph predict takes it");
    MoleculeSchema schema = schema_from_json(section->second, file);
    const Featuriser featuriser(schema.features);
    const auto same = [&](const char* what, const std::vector<std::string>& ours, const std::vector<std::string>& theirs) {
      if (ours != theirs) fail<DataError>(file, ": trained on other ", what, " than this program computes; train it again");
    };
    same("atom columns", featuriser.atom_columns(), member.schema.node_columns);
    same("bond columns", featuriser.bond_columns(), member.schema.arc_columns);
    same("extra columns", featuriser.extra_columns(), member.schema.extra_columns);
    same("tasks", schema.tasks, member.schema.outputs);
    if (model.members.empty()) {
      model.schema = std::move(schema);
      if (const auto domain = member.schema.sections.find(kDomain); domain != member.schema.sections.end())
        model.domain = domain_from_json(domain->second, file);
    } else {
      if (!found.runs) check_same_molecules(model, schema, member.schema, file);
      if (model.schema.calibration != schema.calibration) {
        if (!model.schema.calibration.empty())
          model.notes.push_back(path + ": its members are calibrated each by itself, the ensemble is not; its probabilities stay as they are");
        model.schema.calibration.clear();
        schema.calibration.clear();
      }
      for (const std::string& element : schema.elements)
        if (std::find(model.schema.elements.begin(), model.schema.elements.end(), element) == model.schema.elements.end())
          model.schema.elements.push_back(element);
      std::sort(model.schema.elements.begin(), model.schema.elements.end());
      schema.elements = model.schema.elements;
      if (!(schema == model.schema))
        fail<DataError>(file, ": its tasks, preparation or features differ from those of the first member of ", path, "; name one of its models");
    }
    model.members.push_back(std::move(member.model));
  }
  return model;
}

}  // namespace edgewise::mol
