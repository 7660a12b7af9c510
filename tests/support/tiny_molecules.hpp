#pragma once
/// A small untrained model of molecules for tests of prediction: random weights, two tasks, trained "on" C, N and O.
#include <edgewise/io/mol/fingerprint.hpp>
#include <edgewise/io/mol/molecule_model.hpp>
#include <edgewise/io/mol/prepare.hpp>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

namespace edgewise::test {

inline mol::MoleculeSchema tiny_schema(const mol::Preparation& preparation = {}) {
  mol::MoleculeSchema schema;
  schema.tasks = {"NR-AR", "SR-p53"};
  schema.preparation = preparation;
  schema.elements = {"C", "N", "O"};
  return schema;
}

inline std::unique_ptr<models::GraphModel> tiny_member(const mol::MoleculeSchema& schema, std::uint64_t seed, const std::string& model = "gatv2") {
  const mol::Featuriser featuriser(schema.features);
  models::GraphModelOptions options;
  options.model = model;
  options.node_columns = featuriser.atom_columns().size();
  options.arc_columns = featuriser.bond_columns().size();
  options.extra_columns = featuriser.extra_columns().size();
  options.out = schema.tasks.size();
  options.layers = 2;
  options.hidden = 16;
  options.heads = 2;
  options.head_hidden = 8;
  return models::make_graph_model<float>(options, seed);
}

inline mol::Domain tiny_domain(const std::vector<std::string>& smiles) {
  mol::Domain domain;
  for (const std::string& text : smiles) domain.add(mol::fingerprint(mol::prepare_smiles(text).molecule));
  return domain;
}

inline mol::MoleculeModel tiny_model(const mol::Preparation& preparation = {}, std::size_t members = 1) {
  mol::MoleculeModel model;
  model.schema = tiny_schema(preparation);
  for (std::size_t k = 0; k < members; ++k) model.members.push_back(tiny_member(model.schema, k));
  return model;
}

/// A model whose answer to anything with nitrogen is beyond float.
inline mol::MoleculeModel overflowing_model() {
  mol::MoleculeModel model = tiny_model();
  const std::vector<std::string> columns = mol::Featuriser(model.schema.features).atom_columns();
  const auto nitrogen = static_cast<std::size_t>(std::find(columns.begin(), columns.end(), "N") - columns.begin());
  Variable weight = model.members[0]->parameters()[0].second;  // units x columns
  for (std::size_t unit = 0; unit < weight.rows(); ++unit) weight.mutable_value()(unit, nitrogen) = 3e38F;
  return model;
}

}  // namespace edgewise::test
