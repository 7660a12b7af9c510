#include <edgewise/graph/error.hpp>
#include <edgewise/graph/rows.hpp>
#include <edgewise/io/mol/explain.hpp>

#include <boost/property_tree/ptree.hpp>
#include <boost/property_tree/xml_parser.hpp>
#include <cmath>
#include <numeric>
#include <sstream>

#include "support/check.hpp"
#include "support/tiny_molecules.hpp"

using namespace edgewise;
using namespace edgewise::mol;
using namespace edgewise::test;

namespace {

const std::vector<std::size_t> kBoth{0, 1};

Explanation explained(const Predictor& predictor, const std::string& smiles, std::size_t steps = 48) {
  const Prepared prepared = prepare_smiles(smiles, predictor.schema().preparation, true);
  REQUIRE(prepared.status == Status::ok);
  return explain(predictor, prepared.molecule, kBoth, steps);
}
Predictor with_model(const std::string& name) {
  MoleculeModel model;
  model.schema = tiny_schema();
  model.members.push_back(tiny_member(model.schema, 3, name));
  return Predictor(std::move(model));
}

}  // namespace

TEST_CASE("explain: ethanol, its atoms and bonds (M23)") {
  const Explanation why = explained(Predictor(tiny_model()), "CCO");
  CHECK(why.element == std::vector<std::string>{"C", "C", "O"});
  CHECK(why.place == std::vector<std::size_t>{0, 1, 2});
  CHECK(why.bond == std::vector<std::pair<std::size_t, std::size_t>>{{0, 1}, {1, 2}});
  REQUIRE(why.atoms.size() == 2);
  CHECK(why.atoms[0].size() == 3);
  CHECK(why.bonds[1].size() == 2);
  for (const auto& task : why.atoms)
    for (const float value : task) CHECK(std::isfinite(value));
  CHECK(why.atom_attention.size() == 3);
  CHECK(why.bond_attention.size() == 2);
}

TEST_CASE("explain: all shares together are the difference to nothing, the better the more steps") {
  for (const char* model : {"gat", "gatv2", "transformer", "gine", "dmpnn"}) {
    const Predictor predictor = with_model(model);
    INFO(model);
    const Explanation coarse = explained(predictor, "CC(=O)Oc1ccccc1C(O)=O", 8), fine = explained(predictor, "CC(=O)Oc1ccccc1C(O)=O", 2000);
    CHECK(fine.gap < 2e-3F);
    CHECK(fine.gap <= coarse.gap + 1e-4F);
  }
}

TEST_CASE("explain: attention rolled out is a distribution over the atoms") {
  for (const char* smiles : {"CCO", "C", "[Na+].[Cl-]", "c1ccccc1.CC"}) {
    const Explanation why = explained(Predictor(tiny_model()), smiles);
    CHECK(std::accumulate(why.atom_attention.begin(), why.atom_attention.end(), 0.0F) == Approx(1));
  }
  CHECK(explained(with_model("gine"), "CCO").atom_attention.empty());
}

TEST_CASE("explain: equivalent atoms get equal shares") {
  const Explanation why = explained(Predictor(tiny_model()), "CCC");
  CHECK(why.atoms[0][0] == Approx(why.atoms[0][2]).margin(1e-5));
  CHECK(why.bonds[0][0] == Approx(why.bonds[0][1]).margin(1e-5));
}

TEST_CASE("explain: one molecule, one answer: twice and on 1 and 8 threads (M24)") {
  const Predictor predictor(tiny_model({}, 2));
  const Explanation first = explained(predictor, "CC(=O)Oc1ccccc1C(O)=O");
  for (const std::size_t threads : {1U, 8U}) {
    const ThreadLimit limit(threads);
    const Explanation again = explained(predictor, "CC(=O)Oc1ccccc1C(O)=O");
    CHECK(again.atoms == first.atoms);
    CHECK(again.bonds == first.bonds);
    CHECK(again.atom_attention == first.atom_attention);
  }
}

TEST_CASE("explain: atoms are counted as the user wrote them") {
  const Predictor predictor(tiny_model({.salts = Preparation::Salts::largest}));
  CHECK(explained(predictor, "[Na+].[H]OC").place == std::vector<std::size_t>{2, 3});
}

TEST_CASE("explain: an atom alone, and a task that is not there") {
  const Explanation why = explained(Predictor(tiny_model()), "C");
  CHECK(why.bond.empty());
  CHECK(why.atoms[0].size() == 1);
  CHECK_THROWS_AS(explain(Predictor(tiny_model()), prepare_smiles("C").molecule, std::vector<std::size_t>{2}), UsageError);
}

TEST_CASE("draw: an SVG with a legend, the same each time (M25)") {
  const Predictor predictor(tiny_model());
  const Prepared prepared = prepare_smiles("CCO");
  const Explanation why = explain(predictor, prepared.molecule, kBoth);
  const std::string picture = draw(prepared.molecule, why, why.atoms[0], why.bonds[0], "ethanol");
  CHECK(picture.find("<svg") != std::string::npos);
  CHECK(picture.find("</svg>") != std::string::npos);
  for (const char* part : {"atom-0", "atom-1", "atom-2", "bond-0", "bond-1"}) CHECK(picture.find(part) != std::string::npos);
  CHECK(draw(prepared.molecule, why, why.atoms[0], why.bonds[0], "ethanol") == picture);
  boost::property_tree::ptree tree;
  for (const char* legend : {"ethanol", "a<b & \"c\" > d"}) {
    std::istringstream file(draw(prepared.molecule, why, why.atoms[0], why.bonds[0], legend));
    CHECK_NOTHROW(boost::property_tree::read_xml(file, tree));
    CHECK(tree.count("svg") == 1);
  }
}
