#pragma once
/// For sources of this folder only: RDKit's counts of groups and rings, read off atoms and bonds without its SMARTS.
#include "molecule.hpp"

namespace edgewise::mol {

/// Names as RDKit's; what each counts stands with its rule in the source.
struct GroupCounts {
  double rotatable_bonds = 0, donors = 0, acceptors = 0, heteroatoms = 0, amide_bonds = 0;
  double rings = 0, aromatic_rings = 0, aliphatic_rings = 0, saturated_rings = 0;
  double heterocycles = 0, aromatic_heterocycles = 0, aliphatic_heterocycles = 0, saturated_heterocycles = 0;
};
GroupCounts group_counts(const Molecule& molecule);

}  // namespace edgewise::mol
