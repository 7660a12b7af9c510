#include <edgewise/graph/error.hpp>
#include <edgewise/io/mol/featurise.hpp>
#include <edgewise/io/mol/fingerprint.hpp>
#include <edgewise/io/mol/prepare.hpp>

#include <algorithm>
#include <cmath>
#include <set>

#include "support/check.hpp"

using namespace edgewise;
using namespace edgewise::mol;

namespace {

Molecule molecule(std::string_view smiles, const Preparation& preparation = {}) {
  Prepared prepared = prepare_smiles(smiles, preparation);
  INFO(smiles << ": " << prepared.reason);
  REQUIRE(prepared.status == Status::ok);
  return std::move(prepared.molecule);
}

/// The value of a named atom column.
float atom(const Featuriser& featuriser, const MoleculeGraph& graph, std::size_t a, const std::string& column) {
  const auto& names = featuriser.atom_columns();
  const auto found = std::find(names.begin(), names.end(), column);
  REQUIRE(found != names.end());
  return graph.atoms[a * names.size() + static_cast<std::size_t>(found - names.begin())];
}
float bond(const Featuriser& featuriser, const MoleculeGraph& graph, std::size_t arc, const std::string& column) {
  const auto& names = featuriser.bond_columns();
  const auto found = std::find(names.begin(), names.end(), column);
  REQUIRE(found != names.end());
  return graph.bonds[arc * names.size() + static_cast<std::size_t>(found - names.begin())];
}

/// Rows as a multiset: equal for two spellings of one molecule.
std::vector<std::vector<float>> sorted_rows(const std::vector<float>& values, std::size_t width) {
  std::vector<std::vector<float>> rows;
  for (std::size_t k = 0; k < values.size(); k += width)
    rows.emplace_back(values.begin() + static_cast<std::ptrdiff_t>(k), values.begin() + static_cast<std::ptrdiff_t>(k + width));
  std::sort(rows.begin(), rows.end());
  return rows;
}

}  // namespace

TEST_CASE("featurise: ethanol by hand") {
  const Featuriser featuriser{FeatureOptions{}};
  const MoleculeGraph graph = featuriser(molecule("CCO"));
  CHECK(graph.nodes == 3);
  CHECK(graph.arcs == std::vector<Edge>{{1, 0}, {0, 1}, {2, 1}, {1, 2}});
  CHECK(graph.atoms.size() == 3 * featuriser.atom_columns().size());
  CHECK(graph.bonds.size() == 4 * featuriser.bond_columns().size());
  CHECK(atom(featuriser, graph, 0, "C") == 1);
  CHECK(atom(featuriser, graph, 2, "O") == 1);
  CHECK(atom(featuriser, graph, 2, "C") == 0);
  CHECK(atom(featuriser, graph, 0, "hydrogens_3") == 1);
  CHECK(atom(featuriser, graph, 1, "degree_2") == 1);
  CHECK(atom(featuriser, graph, 2, "hydrogens_1") == 1);
  CHECK(atom(featuriser, graph, 0, "sp3") == 1);
  CHECK(atom(featuriser, graph, 2, "mass") == Approx(0.15999));
  CHECK(bond(featuriser, graph, 0, "single") == 1);
  CHECK(bond(featuriser, graph, 0, "in_ring") == 0);
  // Each atom has exactly one element, degree, number of hydrogens and hybridisation.
  for (std::size_t a = 0; a < 3; ++a) {
    float sum = 0;
    for (const std::string& column : featuriser.atom_columns())
      if (column != "mass") sum += atom(featuriser, graph, a, column);
    CHECK(sum == 4);
  }
}

TEST_CASE("featurise: no two columns share a name") {
  const Featuriser featuriser{FeatureOptions{}};
  for (const auto* names : {&featuriser.atom_columns(), &featuriser.bond_columns()})
    CHECK(std::set<std::string>(names->begin(), names->end()).size() == names->size());
}

TEST_CASE("featurise: rings, aromaticity, charge, stereo") {
  const Featuriser featuriser{FeatureOptions{}};
  const MoleculeGraph naphthalene = featuriser(molecule("c1ccc2ccccc2c1"));
  CHECK(atom(featuriser, naphthalene, 0, "aromatic") == 1);
  CHECK(atom(featuriser, naphthalene, 0, "ring_6") == 1);
  CHECK(bond(featuriser, naphthalene, 0, "aromatic") == 1);
  CHECK(bond(featuriser, naphthalene, 0, "conjugated") == 1);
  const MoleculeGraph indane = featuriser(molecule("C1CC2CCCC2C1"));
  CHECK(atom(featuriser, indane, 0, "ring_5") == 1);
  CHECK(atom(featuriser, featuriser(molecule("C1CCCCCCCCC1")), 0, "ring_more") == 1);
  const MoleculeGraph salt = featuriser(molecule("[Ca+2].[Cl-]"));
  CHECK(salt.arcs.empty());
  CHECK(atom(featuriser, salt, 0, "charge") == 2);
  CHECK(atom(featuriser, salt, 1, "negative") == 1);
  const MoleculeGraph trans = featuriser(molecule("F/C=C/F"));
  CHECK(std::count(trans.bonds.begin(), trans.bonds.end(), 1.0F) > 0);
  float e = 0, z = 0;
  for (std::size_t k = 0; k < trans.arcs.size(); ++k) e += bond(featuriser, trans, k, "E"), z += bond(featuriser, trans, k, "Z");
  CHECK(e == 2);
  CHECK(z == 0);
}

TEST_CASE("featurise: R and S do not depend on the spelling, without stereo they are gone (M27)") {
  const Featuriser featuriser{FeatureOptions{}};
  const MoleculeGraph one = featuriser(molecule("C[C@H](N)C(=O)O")), other = featuriser(molecule("OC(=O)[C@@H](N)C")),
                      mirror = featuriser(molecule("C[C@@H](N)C(=O)O"));
  const std::size_t width = featuriser.atom_columns().size();
  CHECK(sorted_rows(one.atoms, width) == sorted_rows(other.atoms, width));
  CHECK(sorted_rows(one.atoms, width) != sorted_rows(mirror.atoms, width));
  CHECK(atom(featuriser, one, 1, "chiral_R") + atom(featuriser, one, 1, "chiral_S") == 1);
  const Preparation flat{.stereo = false};
  CHECK(featuriser(molecule("C[C@H](N)C(=O)O", flat)).atoms == featuriser(molecule("C[C@@H](N)C(=O)O", flat)).atoms);
}

TEST_CASE("featurise: Kekule and aromatic writing give one graph (M11)") {
  const Featuriser featuriser{FeatureOptions{}};
  const MoleculeGraph kekule = featuriser(molecule("C1=CC=CC=C1O")), aromatic = featuriser(molecule("c1ccccc1O"));
  CHECK(kekule.atoms == aromatic.atoms);
  CHECK(kekule.bonds == aromatic.bonds);
  CHECK(kekule.arcs == aromatic.arcs);
}

TEST_CASE("featurise: an element without a column of its own is other (M10)") {
  FeatureOptions options;
  options.elements = {"C", "N", "O"};
  const Featuriser featuriser(options);
  const MoleculeGraph graph = featuriser(molecule("C[Se]C"));
  CHECK(atom(featuriser, graph, 1, "other_element") == 1);
  CHECK(atom(featuriser, graph, 0, "other_element") == 0);
  options.elements = {"Xx"};
  CHECK_THROWS_WITH(Featuriser(options), "molecule features: 'Xx' is no element");
}

TEST_CASE("featurise: one atom, no bonds (M08)") {
  const Featuriser featuriser{FeatureOptions{}};
  const MoleculeGraph methane = featuriser(molecule("C"));
  CHECK(methane.nodes == 1);
  CHECK(methane.arcs.empty());
  CHECK(methane.bonds.empty());
  CHECK(atom(featuriser, methane, 0, "hydrogens_more") == 1);
}

TEST_CASE("featurise: fingerprints and descriptors as extras") {
  FeatureOptions options;
  options.fingerprint_bits = 256;
  options.descriptors = true;
  const Featuriser raw(options);
  const std::size_t count = descriptor_names().size();
  CHECK(raw.extra_columns().size() == count + 256);
  const MoleculeGraph aspirin = raw(molecule("CC(=O)Oc1ccccc1C(O)=O"));
  REQUIRE(aspirin.extras.size() == count + 256);
  const auto place =
      static_cast<std::size_t>(std::find(descriptor_names().begin(), descriptor_names().end(), "exactmw") - descriptor_names().begin());
  REQUIRE(place < count);
  CHECK(aspirin.extras[place] == Approx(180.042).margin(0.01));
  options.fingerprint_bits = 100;
  CHECK_THROWS_AS(Featuriser(options), UsageError);
  CHECK(features_from_json(to_json(raw.options()), "f") == raw.options());
}

TEST_CASE("fingerprint: Tanimoto by hand and as a law") {
  const std::vector<std::uint64_t> a{0b1011}, b{0b0110}, none{0};
  CHECK(tanimoto(a, b) == 0.25);
  CHECK(tanimoto(none, none) == 1);
  CHECK(tanimoto(a, none) == 0);
  CHECK(tanimoto(fingerprint(molecule("CCO")), fingerprint(molecule("OCC"))) == 1);
  CHECK(tanimoto(fingerprint(molecule("CCO")), fingerprint(molecule("CCN"))) < 1);
}
