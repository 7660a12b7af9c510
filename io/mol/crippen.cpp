#include "crippen.hpp"

#include "rdkit.hpp"

#include <GraphMol/Descriptors/Crippen.h>

#include <algorithm>
#include <array>
#include <vector>

#include "rdkit_rooted_pattern.hpp"

namespace edgewise::mol {
namespace {

struct Type {
  RootedPattern pattern;
  double logp, refractivity;
};

/// RDKit's table by element: the types that an atom of it can have, in the order in which they are tried.
class CrippenTable {
 public:
  CrippenTable() {
    for (const RDKit::Descriptors::CrippenParams& row : *RDKit::Descriptors::CrippenParamCollection::getParams()) {
      const Type type{RootedPattern(*row.dp_pattern), row.logp, row.mr};
      known_ = known_ && type.pattern.walkable();
      for (int element = 0; element < kElements; ++element)
        for (const bool aromatic : {false, true})
          if (type.pattern.possible(element, aromatic)) types(element, aromatic).push_back(type);
    }
  }
  bool known() const { return known_; }
  const Type* of(const RDKit::Atom& atom, unsigned hydrogens) const {
    const unsigned degree = atom.getDegree() + hydrogens;  // none of the hydrogens is drawn
    return first(types(std::min(atom.getAtomicNum(), kElements - 1), atom.getIsAromatic()),
                 [&](const Type& type) { return type.pattern.possible_with(hydrogens, degree) && type.pattern.fits(atom); });
  }
  const Type* of_hydrogens(const RDKit::Atom& parent) const {
    return first(types(1, false), [&](const Type& type) { return type.pattern.fits_hydrogen_of(parent); });
  }

 private:
  static constexpr int kElements = 120;
  static std::size_t place(int element, bool aromatic) { return 2 * static_cast<std::size_t>(element) + (aromatic ? 1U : 0U); }
  const std::vector<Type>& types(int element, bool aromatic) const { return types_[place(element, aromatic)]; }
  std::vector<Type>& types(int element, bool aromatic) { return types_[place(element, aromatic)]; }
  template <class Fits>
  static const Type* first(const std::vector<Type>& types, Fits fits) {
    const auto found = std::find_if(types.begin(), types.end(), fits);
    return found == types.end() ? nullptr : &*found;
  }
  std::array<std::vector<Type>, 2 * std::size_t{kElements}> types_;
  bool known_ = true;
};

/// Where a hydrogen can be the neighbour of a neighbour that a pattern names, drawn or not, the walk cannot know it: RDKit does these few.
bool hydrogens_matter(const RDKit::ROMol& mol) {
  for (const RDKit::Atom* atom : mol.atoms())
    if (atom->getAtomicNum() == 1 || (atom->getAtomicNum() == 8 && atom->getTotalNumHs() > 1)) return true;
  return false;
}

}  // namespace

Crippen crippen(const Molecule& molecule) {
  static const CrippenTable table;
  const RDKit::RWMol& mol = rdkit_of(molecule);
  Crippen sums;
  if (!table.known() || hydrogens_matter(mol)) {
    RDKit::Descriptors::calcCrippenDescriptors(mol, sums.logp, sums.refractivity, true, true);
    return sums;
  }
  const auto add = [&](const Type* type, double count) {
    if (type == nullptr) return;
    sums.logp += count * type->logp;
    sums.refractivity += count * type->refractivity;
  };
  for (const RDKit::Atom* atom : mol.atoms()) {
    const unsigned hydrogens = atom->getTotalNumHs();
    add(table.of(*atom, hydrogens), 1);
    if (hydrogens > 0) add(table.of_hydrogens(*atom), hydrogens);
  }
  return sums;
}

}  // namespace edgewise::mol
