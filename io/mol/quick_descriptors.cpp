#include "quick_descriptors.hpp"

#include "rdkit.hpp"

#include <GraphMol/Descriptors/Property.h>

#include <algorithm>
#include <cmath>

#include "crippen.hpp"
#include "group_counts.hpp"
#include "path_sums.hpp"
#include "prepare.hpp"

namespace edgewise::mol {
namespace {

/// All that is walked for a molecule.
struct Numbers {
  PathSums paths;
  Crippen crippen;
  GroupCounts groups;
};

/// One number of ours, and the names under which a version of RDKit may have it.
struct Way {
  std::vector<const char*> names;
  double (*of)(const Numbers& n);
};
const std::vector<Way>& ways() {
  static const std::vector<Way> the_ways{
      {{"chi2n"}, [](const Numbers& n) { return n.paths.chi_plain[0]; }},
      {{"chi3n", "chi2n"}, [](const Numbers& n) { return n.paths.chi_plain[1]; }},
      {{"chi4n"}, [](const Numbers& n) { return n.paths.chi_plain[2]; }},
      {{"chi2v"}, [](const Numbers& n) { return n.paths.chi_valence[0]; }},
      {{"chi3v", "chi2v"}, [](const Numbers& n) { return n.paths.chi_valence[1]; }},
      {{"chi4v"}, [](const Numbers& n) { return n.paths.chi_valence[2]; }},
      {{"kappa2"}, [](const Numbers& n) { return n.paths.kappa2; }},
      {{"kappa3"}, [](const Numbers& n) { return n.paths.kappa3; }},
      {{"Phi"}, [](const Numbers& n) { return n.paths.phi; }},
      {{"CrippenClogP"}, [](const Numbers& n) { return n.crippen.logp; }},
      {{"CrippenMR"}, [](const Numbers& n) { return n.crippen.refractivity; }},
      {{"NumRotatableBonds"}, [](const Numbers& n) { return n.groups.rotatable_bonds; }},
      {{"NumHBD"}, [](const Numbers& n) { return n.groups.donors; }},
      {{"NumHBA"}, [](const Numbers& n) { return n.groups.acceptors; }},
      {{"NumHeteroatoms"}, [](const Numbers& n) { return n.groups.heteroatoms; }},
      {{"NumAmideBonds"}, [](const Numbers& n) { return n.groups.amide_bonds; }},
      {{"NumRings"}, [](const Numbers& n) { return n.groups.rings; }},
      {{"NumAromaticRings"}, [](const Numbers& n) { return n.groups.aromatic_rings; }},
      {{"NumAliphaticRings"}, [](const Numbers& n) { return n.groups.aliphatic_rings; }},
      {{"NumSaturatedRings"}, [](const Numbers& n) { return n.groups.saturated_rings; }},
      {{"NumHeterocycles"}, [](const Numbers& n) { return n.groups.heterocycles; }},
      {{"NumAromaticHeterocycles"}, [](const Numbers& n) { return n.groups.aromatic_heterocycles; }},
      {{"NumAliphaticHeterocycles"}, [](const Numbers& n) { return n.groups.aliphatic_heterocycles; }},
      {{"NumSaturatedHeterocycles"}, [](const Numbers& n) { return n.groups.saturated_heterocycles; }},
  };
  return the_ways;
}

}  // namespace

std::vector<double> QuickDescriptors::values(const Molecule& molecule) {
  const Numbers numbers{path_sums(molecule), crippen(molecule), group_counts(molecule)};
  std::vector<double> values;
  values.reserve(ways().size());
  for (const Way& way : ways()) values.push_back(way.of(numbers));
  return values;
}

QuickDescriptors::QuickDescriptors() {
  std::vector<Molecule> probes;
  for (const char* smiles :
       {"CCCC", "CC1CN1", "CCC1CCC1Cl", "C1CC2CC12", "CC(=O)Oc1ccccc1C(O)=O", "CN1C=NC2=C1C(=O)N(C(=O)N2C)C", "O", "CS(=O)(=O)CBr",
        "[Na+].[O-]C(=O)C1CC1", "FC(F)(F)C#N", "CC(C)(C)CCNC(=O)C", "NC(=N)CCS", "C1CCOC1CCc1cc[nH]c1", "CC[NH3+]", "O=C1CCCN1CCOP(O)(O)=O"}) {
    Prepared prepared = prepare_smiles(smiles);
    if (prepared.status == Status::ok) probes.push_back(std::move(prepared.molecule));
  }
  const std::vector<std::string> available = RDKit::Descriptors::Properties::getAvailableProperties();
  for (const std::string& name : available) {
    const RDKit::Descriptors::Properties rdkit({name});
    for (std::size_t value = 0; value < ways().size(); ++value) {
      const std::vector<const char*>& known = ways()[value].names;
      const bool candidate = std::find(known.begin(), known.end(), name) != known.end();
      if (!candidate) continue;
      const bool agrees = std::all_of(probes.begin(), probes.end(), [&](const Molecule& probe) {
        const double theirs = rdkit.computeProperties(rdkit_of(probe))[0], ours = values(probe)[value];
        return (!std::isfinite(theirs) && !std::isfinite(ours)) || std::abs(theirs - ours) <= 1e-9 * (1 + std::abs(theirs));
      });
      if (!agrees) continue;
      matches_.push_back({name, value});
      break;
    }
  }
}

}  // namespace edgewise::mol
