// What we compute ourselves is what RDKit computes, molecule by molecule.
#include <RDGeneral/RDConfig.h>

#include <GraphMol/Descriptors/Property.h>
#include <GraphMol/Fingerprints/MorganFingerprints.h>
#include <GraphMol/SmilesParse/SmilesParse.h>
#include <edgewise/graph/random.hpp>
#include <edgewise/io/mol/featurise.hpp>
#include <edgewise/io/mol/fingerprint.hpp>
#include <edgewise/io/mol/prepare.hpp>

#include <cmath>

#include "support/check.hpp"

using namespace edgewise;
using namespace edgewise::mol;

namespace {

void compare(const std::string& smiles) {
  const Prepared prepared = prepare_smiles(smiles);
  if (prepared.status != Status::ok) return;
  INFO(smiles);
  const std::vector<float> ours = descriptors(prepared.molecule);
  const std::unique_ptr<RDKit::ROMol> mol(RDKit::SmilesToMol(smiles));
  const std::vector<double> theirs = RDKit::Descriptors::Properties().computeProperties(*mol);
  REQUIRE(ours.size() == theirs.size());
  for (std::size_t k = 0; k < ours.size(); ++k) {
    INFO(descriptor_names()[k]);
    if (std::isfinite(theirs[k]))
      CHECK(static_cast<double>(ours[k]) == Approx(theirs[k]).epsilon(1e-5).margin(1e-6));
    else
      CHECK_FALSE(std::isfinite(ours[k]));
  }
  for (const unsigned radius : {0U, 1U, 2U, 3U}) {
    const std::unique_ptr<ExplicitBitVect> bits(RDKit::MorganFingerprints::getFingerprintAsBitVect(*mol, radius, 256));
    std::vector<int> on;
    bits->getOnBits(on);
    std::vector<std::uint64_t> words(4, 0);
    for (const int bit : on) words[static_cast<std::size_t>(bit) / 64] |= std::uint64_t{1} << (static_cast<unsigned>(bit) % 64);
    CHECK(fingerprint(prepared.molecule, radius, 256) == words);
  }
}

}  // namespace

TEST_CASE("descriptors and fingerprints: everyday molecules, small rings, cages, salts, one atom") {
  for (const char* smiles : {"C",
                             "[Na+]",
                             "CC",
                             "CCO",
                             "C1CC1",
                             "CC1CN1",
                             "C1CCC1",
                             "C1CC2CC12",
                             "C12C3C4C1C5C2C3C45",
                             "CC(=O)Oc1ccccc1C(O)=O",
                             "CN1C=NC2=C1C(=O)N(C(=O)N2C)C",
                             "[Na+].[O-]C(=O)c1ccccc1",
                             "ClC(Cl)(Cl)C(c1ccc(Cl)cc1)c2ccc(Cl)cc2",
                             "C[Si](C)(C)C",
                             "CCC#N",
                             "C[C@]12CC[C@H]3[C@@H](CC[C@@]45O[C@@H]4C(O)=C(C#N)C[C@]35C)[C@@H]1CC[C@@H]2O",
                             "[2H]C([2H])C",
                             "O=P(O)(O)O",
                             "[H][H]",
                             "C1CC11CC1",
                             "CCN(CC)C(=O)c1cccnc1",           // an amide does not turn, its arms do
                             "CC(C)(C)CCC(F)(F)F",             // nor do tops
                             "CC(=[NH2+])NCCC#CCC",            // amidinium, a triple bond
                             "NC(=O)NCC(=S)OCCS(=O)(=O)NC=O",  // donors and acceptors of every kind
                             "CC[NH3+].[O-]C(=O)CS",
                             "O=C1CCCN1Cc1cc[nH]c1CC1CCNCC1",  // rings of every kind
                             "OO.[OH3+].O",
                             "[2H]CC.CC[2H]"})
    compare(smiles);
}

TEST_CASE("descriptors and fingerprints: random molecules with many small rings") {
  Rng rng(11);
  const std::vector<std::string> parts{"C", "N", "O", "C1CC1", "C1CCC1", "c1ccccc1", "C(C)", "S", "C1CC2CC12", "C(F)(F)", "CN1CC1"};
  for (std::size_t k = 0; k < 100; ++k) {
    std::string smiles = "C";
    for (std::uint64_t n = rng.below(8); n > 0; --n) smiles += parts[rng.below(parts.size())];
    compare(smiles);
  }
}
