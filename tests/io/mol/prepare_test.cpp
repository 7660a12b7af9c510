#include <edgewise/graph/error.hpp>
#include <edgewise/graph/rows.hpp>
#include <edgewise/io/mol/prepare.hpp>

#include <chrono>
#include <mutex>
#include <set>

#include "support/check.hpp"

using namespace edgewise;
using namespace edgewise::mol;

namespace {

std::string key(std::string_view smiles, const Preparation& preparation = {}) {
  const Prepared prepared = prepare_smiles(smiles, preparation);
  INFO(smiles << ": " << prepared.reason);
  REQUIRE(prepared.status == Status::ok);
  return prepared.molecule.canonical();
}

/// Ethanol with its hydrogens drawn; `blank` puts an empty line before the end of the block.
std::string ethanol(bool blank = false) {
  std::string block = "ethanol\n\n\n  9  8  0  0  0  0  0  0  0  0999 V2000\n";
  for (const char* element : {"C", "C", "O", "H", "H", "H", "H", "H", "H"})
    block += std::string("    0.0000    0.0000    0.0000 ") + element + "   0  0\n";
  for (const char* bond : {"  1  2", "  2  3", "  1  4", "  1  5", "  1  6", "  2  7", "  2  8", "  3  9"}) block += std::string(bond) + "  1  0\n";
  return block + (blank ? "\n" : "") + "M  END\n";
}

}  // namespace

TEST_CASE("prepare: what is no molecule is unparsable, with a reason, and crashes nothing (R12)") {
  for (const char* text : {"C1C1", "CN(C)(C)C", "c1cccc1", "n1cccc1", "C(", "[]", "NaN", "smiles", "F[Si-2](F)(F)(F)(F)F.[K+].[K+]",
                           "Cl[Pt](Cl)([NH3])[NH3]", "CC(=O)O garbage", "C\x01", "\xC3\xA4"}) {
    const Prepared prepared = prepare_smiles(text);
    INFO(text);
    CHECK(prepared.status == Status::unparsable);
    CHECK_FALSE(prepared.reason.empty());
    CHECK(prepared.reason.find('\n') == std::string::npos);
  }
  CHECK(prepare_smiles("CN(C)(C)C").reason.find("valence") != std::string::npos);
  CHECK(prepare_smiles("C(").reason.find("SMILES Parse Error") == 0);
}

TEST_CASE("prepare: nothing and nothing in it (R11, M05)") {
  CHECK(prepare_smiles("").status == Status::no_atoms);
  CHECK(prepare_smiles("  ").status == Status::no_atoms);
  CHECK(prepare_block("empty\n\n\n  0  0  0  0  0  0  0  0  0  0999 V2000\nM  END\n").status == Status::no_atoms);
}

TEST_CASE("prepare: size is judged by the text, before parsing (R5, M22)") {
  const auto start = std::chrono::steady_clock::now();
  const Prepared chain = prepare_smiles(std::string(20000, 'C'));
  CHECK(chain.status == Status::too_large);
  CHECK(chain.reason == "20000 atoms by its text, the limit is 500");
  CHECK(prepare_smiles("CCCC", {.most_atoms = 3}).status == Status::too_large);
  CHECK(prepare_smiles("CCCC", {.most_atoms = 4}).status == Status::ok);
  CHECK(prepare_block("big\n\n\n999  0  0  0  0  0  0  0  0  0999 V2000\nM  END\n").status == Status::too_large);
  CHECK(std::chrono::steady_clock::now() - start < std::chrono::seconds(2));
  CHECK(atoms_in_smiles("ClCBr") == 3);
  CHECK(atoms_in_smiles("[Na+].[Cl-]") == 2);
  CHECK(atoms_in_smiles("c1ccccc1[13CH3] |C:1| CCC") == 7);
}

TEST_CASE("prepare: a blank line among the properties of a mol block does no harm, a cut block is refused (M05, R10)") {
  std::string cut = ethanol();
  CHECK(prepare_block(cut).status == Status::ok);
  cut.resize(cut.size() / 2);
  CHECK(prepare_block(cut).status == Status::unparsable);
  CHECK(prepare_block(cut + "\nM  END\n").status == Status::unparsable);
  CHECK(prepare_block("this is\nno SDF\nat all\n").reason == "no line 'M  END': the mol block is cut short, or is none");
  RecordReader reader(io::ByteStream::from_memory("m.sdf", ethanol(true) + "$$$$\n"));
  Record record;
  REQUIRE(reader.next(record));
  CHECK(prepare(record, {}).status == Status::ok);
}

TEST_CASE("prepare: bad counts and rings without a Kekule form are refused, and the next block is read (R10)") {
  const std::string head = "\n\n\n", end = "M  END\n";
  std::string ring = head + "  5  5  0  0  0  0  0  0  0  0999 V2000\n";
  for (int k = 0; k < 5; ++k) ring += "    0.0000    0.0000    0.0000 C   0  0\n";
  ring += "  1  2  4  0\n  2  3  4  0\n  3  4  4  0\n  4  5  4  0\n  1  5  4  0\n" + end;
  for (const std::string& block : {head + "  x  y  0\n" + end, head + "\n" + end, head + "  9  8\n" + end, ring}) {
    INFO(block);
    const Prepared prepared = prepare_block(block);
    CHECK(prepared.status == Status::unparsable);
    CHECK_FALSE(prepared.reason.empty());
    CHECK(prepare_block(ethanol()).status == Status::ok);
  }
  CHECK(prepare_block(ring).reason.find("kekulize") != std::string::npos);
}

TEST_CASE("prepare: SDF with drawn hydrogens and SMILES give one molecule (R14, M28)") {
  const Prepared block = prepare_block(ethanol());
  REQUIRE(block.status == Status::ok);
  CHECK(block.molecule.atoms() == 3);
  CHECK(block.molecule.canonical() == key("CCO"));
  const Prepared whole = prepare_smiles("CCO", {.hydrogens = true});
  CHECK(whole.molecule.atoms() == 9);
}

TEST_CASE("prepare: the spelling does not matter (M11, M18)") {
  CHECK(key("C1=CC=CC=C1O") == key("c1ccccc1O"));
  CHECK(key("CC(=O)Oc1ccccc1C(O)=O") == key("O=C(O)c1ccccc1OC(C)=O"));
  CHECK(key("CCN1C=C(O)C=N1 |&1:1|") == key("CCN1C=C(O)C=N1"));
}

TEST_CASE("prepare: salts stay unless told otherwise (M09)") {
  const Prepared kept = prepare_smiles("CC(=O)[O-].[Na+]");
  CHECK(kept.molecule.atoms() == 5);
  CHECK(kept.molecule.fragments() == 2);
  CHECK_FALSE(kept.cut);
  const Preparation largest{.salts = Preparation::Salts::largest};
  const Prepared cut = prepare_smiles("[Na+].CC(=O)[O-]", largest, true);
  CHECK(cut.molecule.atoms() == 4);
  CHECK(cut.cut);
  CHECK(cut.molecule.place_in_input(0) == 1);
  CHECK(key("CCO.CCN", largest) == key("CCN.CCO", largest));
  CHECK(key("[Na+].[Cl-]", largest) == key("[Cl-].[Na+]", largest));
  CHECK(key("CC(=O)[O-].[Na+]", {.salts = Preparation::Salts::largest, .neutralise = true}) == "CC(=O)O");
}

TEST_CASE("prepare: stereo can be left out (M27)") {
  CHECK(key("C[C@H](N)C(=O)O") != key("C[C@@H](N)C(=O)O"));
  CHECK(key("C[C@H](N)C(=O)O", {.stereo = false}) == key("C[C@@H](N)C(=O)O", {.stereo = false}));
  CHECK(key("F/C=C/F", {.stereo = false}) == key("F/C=C\\F", {.stereo = false}));
}

TEST_CASE("prepare: places in the input, drawn hydrogens counted") {
  const Prepared prepared = prepare_smiles("[H]OCC", {}, true);
  REQUIRE(prepared.molecule.atoms() == 3);
  CHECK(prepared.molecule.place_in_input(0) == 1);
  CHECK(prepared.molecule.place_in_input(2) == 3);
  CHECK(prepare_block(ethanol(), {}, true).molecule.place_in_input(2) == 2);
}

TEST_CASE("prepare: scaffolds, none without a ring (R13)") {
  const auto scaffold = [](const char* smiles) { return prepare_smiles(smiles).molecule.scaffold(); };
  CHECK(scaffold("CCO").empty());
  CHECK(scaffold("[Na+].[Cl-]").empty());
  CHECK(scaffold("CC(=O)Oc1ccccc1C(O)=O") == "c1ccccc1");
}

TEST_CASE("prepare: the caged molecule that once took hours (R6)") {
  const auto start = std::chrono::steady_clock::now();
  prepare_smiles("C12C3C4C5C6C7C8C1C1C9C5C5C%10C2C2C%11C%12C%13C3C3C7C%10C7C4C%11C1C3C(C5C8%12)C(C62)C7C9%13");
  CHECK(std::chrono::steady_clock::now() - start < std::chrono::seconds(10));
}

TEST_CASE("prepare: 10000 times one SMILES from 8 threads: one result, failures keep their own reasons (R1, R2, M07)") {
  const ThreadLimit limit(8);
  std::vector<std::string> results(10000);
  parallel_blocks(results.size(), [&](std::size_t k) {
    if (k % 10 == 0) {
      const std::string bad = "C(" + std::to_string(k) + "x";
      results[k] = prepare_smiles(bad).reason.find(bad) == std::string::npos ? "wrong reason" : "ok";
    } else {
      results[k] = prepare_smiles("CN1C=NC2=C1C(=O)N(C(=O)N2C)C").molecule.canonical();
    }
  });
  CHECK(std::set<std::string>(results.begin(), results.end()) == std::set<std::string>{"ok", "Cn1c(=O)c2c(ncn2C)n(C)c1=O"});
}

TEST_CASE("prepare: the options travel as text") {
  const Preparation odd{Preparation::Salts::largest, true, false, true, 77};
  CHECK(preparation_from_json(to_json(odd), "f") == odd);
  CHECK(preparation_from_json(to_json(Preparation{}), "f") == Preparation{});
  CHECK_THROWS_AS(preparation_from_json("{}", "f"), DataError);
  CHECK_THROWS_AS(preparation_from_json("no", "f"), DataError);
}
