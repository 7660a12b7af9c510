#include <edgewise/graph/error.hpp>
#include <edgewise/graph/rows.hpp>
#include <edgewise/io/mol/predictor.hpp>

#include <cmath>

#include "support/check.hpp"
#include "support/folder.hpp"
#include "support/tiny_molecules.hpp"

using namespace edgewise;
using namespace edgewise::mol;
using namespace edgewise::test;

namespace {

using Texts = std::vector<std::string>;
Prediction one(const Predictor& predictor, const std::string& smiles, bool uncertainty = false) {
  return predictor.predict(Texts{smiles}, uncertainty)[0];
}

}  // namespace

TEST_CASE("predictor: a row is the same alone and in company (M08)") {
  const Predictor predictor(tiny_model());
  const Texts smiles{"[I-].[K+]", "C", "C(", "c1ccccc1O", "", "CCO"};
  const std::vector<Prediction> rows = predictor.predict(smiles);
  REQUIRE(rows.size() == 6);
  for (std::size_t k = 0; k < smiles.size(); ++k) {
    CHECK(rows[k].value == one(predictor, smiles[k]).value);
    for (const float value : rows[k].value) CHECK((value > 0 && value < 1));
  }
  CHECK(rows[0].value.size() == 2);
  CHECK(rows[2].value.empty());
  CHECK(rows[2].status == Status::unparsable);
  CHECK(rows[4].status == Status::no_atoms);
  CHECK(rows[3].value != rows[5].value);
  CHECK(predictor.predict(Texts{}).empty());
}

TEST_CASE("predictor: spelling, hydrogens and file kind do not matter (M11, M28)") {
  const Predictor predictor(tiny_model());
  const auto kekule = one(predictor, "C1=CC=CC=C1O").value, aromatic = one(predictor, "c1ccccc1O").value, turned = one(predictor, "Oc1ccccc1").value;
  CHECK(kekule == aromatic);
  for (std::size_t t = 0; t < 2; ++t) CHECK(turned[t] == Approx(kekule[t]).margin(1e-6));
  Record block;
  block.block = true;
  block.structure =
      "\n\n\n  3  2  0  0  0  0  0  0  0  0999 V2000\n"
      "    0.0000    0.0000    0.0000 C   0  0\n    1.0000    0.0000    0.0000 C   0  0\n    2.0000    0.0000    0.0000 O   0  0\n"
      "  1  2  1  0\n  2  3  1  0\nM  END\n";
  CHECK(predictor.predict(std::vector<Record>{block})[0].value == one(predictor, "CCO").value);
}

TEST_CASE("predictor: preparation rules prediction (M09, M27)") {
  const Predictor flat(tiny_model({.stereo = false})), round(tiny_model());
  CHECK(one(flat, "C[C@H](N)C(=O)O").value == one(flat, "C[C@@H](N)C(=O)O").value);
  CHECK(one(round, "C[C@H](N)C(=O)O").value != one(round, "C[C@@H](N)C(=O)O").value);
  const Predictor largest(tiny_model({.salts = Preparation::Salts::largest}));
  const Prediction salt = one(largest, "CC(=O)[O-].[Na+]");
  CHECK(salt.cut);
  CHECK(salt.unseen.empty());
  CHECK(salt.value == one(largest, "CC(=O)[O-]").value);
}

TEST_CASE("predictor: an unseen element is predicted and named (M10)") {
  const Predictor predictor(tiny_model());
  const Prediction row = one(predictor, "C[Se]C");
  CHECK(status_text(row) == "unseen_element:Se");
  CHECK(row.value.size() == 2);
  CHECK(status_text(one(predictor, "C[Se]CCl")) == "unseen_element:Cl+Se");
  CHECK(status_text(one(predictor, "CC")) == "ok");
}

TEST_CASE("predictor: an answer that is no number costs its row the prediction, and no other row anything") {
  MoleculeModel model = overflowing_model();
  model.schema.calibration = {{0.5F, 0.25F, 10, 0.1F, 0.05F}, {}};
  model.members.push_back(tiny_member(model.schema, 1));  // one member of two is enough
  const Predictor predictor(std::move(model));
  const std::vector<Prediction> rows = predictor.predict(Texts{"CCO", "CCN", "C[Se]N", "CC"}, true);
  for (const std::size_t bad : {1U, 2U}) {
    CHECK(status_text(rows[bad]) == "not_finite");
    CHECK(rows[bad].reason == "the model's answer for NR-AR is not a finite number");
    CHECK(rows[bad].value.empty());
    CHECK(rows[bad].calibrated.empty());
    CHECK(rows[bad].spread.empty());
  }
  for (const std::size_t good : {0U, 3U}) {
    CHECK(rows[good].status == Status::ok);
    REQUIRE(rows[good].value.size() == 2);
    CHECK(std::isfinite(rows[good].value[1]));
  }
}

TEST_CASE("predictor: an ensemble gives the mean of probabilities, and its spread") {
  MoleculeModel both = tiny_model({}, 2);
  both.schema.calibration = {{0.5F, 0.25F, 10, 0.1F, 0.05F}, {}};
  both.domain = tiny_domain({"CCO", "c1ccccc1"});
  const Predictor ensemble(std::move(both));
  MoleculeModel second;
  second.schema = tiny_schema();
  second.members.push_back(tiny_member(second.schema, 1));
  const std::vector<float> a = one(Predictor(tiny_model()), "CCN").value, b = one(Predictor(std::move(second)), "CCN").value;
  const Prediction row = one(ensemble, "CCN", true);
  for (std::size_t t = 0; t < 2; ++t) {
    CHECK(row.value[t] == Approx((a[t] + b[t]) / 2));
    CHECK(row.spread[t] == Approx(std::abs(a[t] - b[t]) / std::sqrt(2.0F)).margin(1e-6));
  }
  CHECK(row.calibrated[0] == train::calibrated(row.value[0], ensemble.schema().calibration[0]));
  CHECK(row.calibrated[1] == row.value[1]);
  CHECK(one(ensemble, "OCC", true).similarity == 1);
  CHECK(row.similarity < 1);
  CHECK(row.similarity > 0);
  CHECK(one(ensemble, "CCN").spread.empty());
}

TEST_CASE("predictor: 1, 2 and 8 threads give the same bytes") {
  const Predictor predictor(tiny_model({}, 2));
  Texts smiles;
  for (std::size_t k = 0; k < 300; ++k) smiles.push_back(std::string(k % 20 + 1, 'C') + (k % 2 == 0 ? "O" : "c1ccccc1"));
  std::vector<std::vector<float>> first;
  for (const std::size_t threads : {1U, 2U, 8U}) {
    const ThreadLimit limit(threads);
    std::vector<std::vector<float>> values;
    for (const Prediction& row : predictor.predict(smiles)) values.push_back(row.value);
    if (first.empty()) first = values;
    CHECK(values == first);
  }
}

TEST_CASE("molecule model: files, run folders and ensembles come back, what does not fit is refused") {
  const TemporaryFolder folder;
  MoleculeSchema schema = tiny_schema({.salts = Preparation::Salts::largest});
  const Domain domain = tiny_domain({"CCO"});
  for (std::size_t k = 0; k < 2; ++k) {
    const std::string member = folder / ("member-" + std::to_string(k + 1));
    std::filesystem::create_directory(member);
    save_molecule_model(member + "/model.safetensors", *tiny_member(schema, k), schema, domain);
  }
  const MoleculeModel ensemble = load_molecule_model(folder.path());
  CHECK(ensemble.members.size() == 2);
  CHECK(ensemble.schema == schema);
  CHECK(ensemble.domain == domain);
  CHECK(load_molecule_model(folder / "member-1").members.size() == 1);
  CHECK(load_molecule_model(folder / "member-2/model.safetensors").schema == schema);
  MoleculeSchema other = schema;
  other.preparation.stereo = false;
  save_molecule_model(folder / "member-2/model.safetensors", *tiny_member(other, 1), other);
  CHECK_THROWS_WITH(load_molecule_model(folder.path()), Catch::Contains("differ from those of the first member"));
  // Models of other molecules are no members of one ensemble: other elements, or other fingerprints.
  other = schema;
  other.elements.emplace_back("Se");
  save_molecule_model(folder / "member-2/model.safetensors", *tiny_member(other, 1), other);
  CHECK_THROWS_WITH(load_molecule_model(folder.path()), Catch::Contains("member-2/model.safetensors: trained on other molecules"));
  save_molecule_model(folder / "member-2/model.safetensors", *tiny_member(schema, 1), schema, tiny_domain({"CCN"}));
  CHECK_THROWS_WITH(load_molecule_model(folder.path()), Catch::Contains("member-2/model.safetensors: trained on other molecules"));
  save_molecule_model(folder / "member-2/model.safetensors", *tiny_member(schema, 1), schema);
  CHECK(load_molecule_model(folder.path()).members.size() == 2);
  const TemporaryFolder nothing;
  CHECK_THROWS_WITH(load_molecule_model(nothing.path()), Catch::Contains("no model.safetensors in it"));
  io::GraphSchema plain = graph_schema(schema, {});
  plain.sections.clear();
  io::save_graph_model(folder / "plain.safetensors", *tiny_member(schema, 0), plain);
  CHECK_THROWS_WITH(load_molecule_model(folder / "plain.safetensors"), Catch::Contains("a model of plain graphs"));
}
