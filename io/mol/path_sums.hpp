#pragma once
/// For sources of this folder only: RDKit's descriptors that count paths, all of them from one walk.
#include <array>

#include "molecule.hpp"

namespace edgewise::mol {

/// Index k: over paths of k + 2 bonds.
struct PathSums {
  std::array<double, 3> chi_plain{}, chi_valence{};  ///< over plain and valence deltas (Kier & Hall)
  double kappa2 = 0, kappa3 = 0, phi = 0;            ///< shape and flexibility (Kier)
};
PathSums path_sums(const Molecule& molecule);

}  // namespace edgewise::mol
