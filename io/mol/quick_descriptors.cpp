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

/// Each number of ours and the names under which a version of RDKit may have it.
const std::vector<std::vector<const char*>>& names() {
  static const std::vector<std::vector<const char*>> the_names{{"chi2n"},
                                                               {"chi3n", "chi2n"},
                                                               {"chi4n"},
                                                               {"chi2v"},
                                                               {"chi3v", "chi2v"},
                                                               {"chi4v"},
                                                               {"kappa2"},
                                                               {"kappa3"},
                                                               {"Phi"},
                                                               {"CrippenClogP"},
                                                               {"CrippenMR"},
                                                               {"NumRotatableBonds"},
                                                               {"NumHBD"},
                                                               {"NumHBA"},
                                                               {"NumHeteroatoms"},
                                                               {"NumAmideBonds"},
                                                               {"NumRings"},
                                                               {"NumAromaticRings"},
                                                               {"NumAliphaticRings"},
                                                               {"NumSaturatedRings"},
                                                               {"NumHeterocycles"},
                                                               {"NumAromaticHeterocycles"},
                                                               {"NumAliphaticHeterocycles"},
                                                               {"NumSaturatedHeterocycles"}};
  return the_names;
}

}  // namespace

std::vector<double> QuickDescriptors::values(const Molecule& molecule) {
  const PathSums paths = path_sums(molecule);
  const Crippen sums = crippen(molecule);
  const GroupCounts groups = group_counts(molecule);
  return {paths.chi_plain[0],
          paths.chi_plain[1],
          paths.chi_plain[2],
          paths.chi_valence[0],
          paths.chi_valence[1],
          paths.chi_valence[2],
          paths.kappa2,
          paths.kappa3,
          paths.phi,
          sums.logp,
          sums.refractivity,
          groups.rotatable_bonds,
          groups.donors,
          groups.acceptors,
          groups.heteroatoms,
          groups.amide_bonds,
          groups.rings,
          groups.aromatic_rings,
          groups.aliphatic_rings,
          groups.saturated_rings,
          groups.heterocycles,
          groups.aromatic_heterocycles,
          groups.aliphatic_heterocycles,
          groups.saturated_heterocycles};
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
    for (std::size_t value = 0; value < names().size(); ++value) {
      const bool candidate = std::any_of(names()[value].begin(), names()[value].end(), [&](const char* n) { return name == n; });
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
