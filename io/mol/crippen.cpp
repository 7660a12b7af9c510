#include "crippen.hpp"

#include "rdkit.hpp"

#include <GraphMol/Descriptors/Crippen.h>
#include <GraphMol/MolOps.h>
#include <GraphMol/Substruct/SubstructMatch.h>

#include <algorithm>
#include <vector>

namespace edgewise::mol {

Crippen crippen(const Molecule& molecule) {
  const std::unique_ptr<RDKit::ROMol> mol(RDKit::MolOps::addHs(static_cast<const RDKit::ROMol&>(rdkit_of(molecule)), false, false));
  const auto& table = *RDKit::Descriptors::CrippenParamCollection::getParams();
  std::vector<const RDKit::Descriptors::CrippenParams*> type(mol->getNumAtoms(), nullptr);  // the first pattern that fits an atom has it
  std::size_t open = type.size();
  std::vector<RDKit::MatchVectType> matches;
  for (const RDKit::Descriptors::CrippenParams& pattern : table) {
    if (open == 0) break;
    // A recursive pattern is evaluated by the search only; every other one must fit an open atom with its first.
    if (pattern.smarts.find("$(") == std::string::npos) {
      const RDKit::Atom* const first = pattern.dp_pattern->getAtomWithIdx(0);
      bool possible = false;
      for (const RDKit::Atom* atom : mol->atoms())
        if (type[atom->getIdx()] == nullptr && first->Match(atom)) {
          possible = true;
          break;
        }
      if (!possible) continue;
    }
    matches.clear();
    RDKit::SubstructMatch(*mol, *pattern.dp_pattern, matches, false, true);
    for (const RDKit::MatchVectType& match : matches) {
      const auto atom = static_cast<std::size_t>(match[0].second);
      if (type[atom] != nullptr) continue;
      type[atom] = &pattern;
      --open;
    }
  }
  Crippen sums;
  for (const auto* pattern : type)
    if (pattern != nullptr) {
      sums.logp += pattern->logp;
      sums.refractivity += pattern->mr;
    }
  return sums;
}

}  // namespace edgewise::mol
