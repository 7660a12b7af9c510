#pragma once
/// For sources of this folder only: whether a SMARTS pattern fits at one atom, by a walk from that atom.  RDKit's search looks for all places of a
/// pattern and pays for its setup each time; tables that type atoms ask the same small patterns of every atom.
#include <RDGeneral/RDConfig.h>  // first, as in rdkit.hpp

#include <GraphMol/ROMol.h>

#include <array>
#include <cstddef>
#include <optional>
#include <vector>

namespace edgewise::mol {

class RootedPattern {
 public:
  /// Keeps a reference: `pattern` outlives this.
  explicit RootedPattern(const RDKit::ROMol& pattern);
  /// True for a chain or tree of plain queries; others (rings, pieces, $() inside, more than 8 atoms) cannot be asked here.
  bool walkable() const { return walkable_; }
  /// False for elements, and for rings of electrons, that the first atom's query rules out by name.
  bool possible(int element, bool aromatic) const { return (element_ == 0 || element_ == element) && (!aromatic_ || *aromatic_ == aromatic); }
  /// False for counts of hydrogens, or of bonds with those to hydrogens, that it rules out: what takes no search comes first.
  bool possible_with(unsigned hydrogens, unsigned degree) const {
    return (!hydrogens_ || *hydrogens_ == hydrogens) && (!degree_ || *degree_ == degree);
  }
  /// Does it fit with its first atom on `atom`?
  bool fits(const RDKit::Atom& atom) const;
  /// The same with a hydrogen that is not drawn as the first atom, and `parent` beside it.
  bool fits_hydrogen_of(const RDKit::Atom& parent) const;

 private:
  struct Step {
    const RDKit::Atom* atom;
    const RDKit::Bond* bond;  // to the atom of step `from`; null for the first
    std::size_t from;
  };
  static constexpr std::size_t kMostAtoms = 8;
  using Placed = std::array<const RDKit::Atom*, kMostAtoms>;
  bool extend(Placed& placed, std::size_t count) const;

  std::vector<Step> steps_;
  bool walkable_ = true;
  int element_ = 0;               // 0: one of several
  std::optional<bool> aromatic_;  // nothing: either
  std::optional<unsigned> hydrogens_, degree_;
};

}  // namespace edgewise::mol
