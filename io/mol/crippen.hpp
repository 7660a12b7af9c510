#pragma once
/// For sources of this folder only: RDKit's Crippen sums (Wildman & Crippen 1999, doi:10.1021/ci990307l) by RDKit's own table, each atom asked for
/// its own patterns only.
#include "molecule.hpp"

namespace edgewise::mol {

struct Crippen {
  double logp = 0;
  double refractivity = 0;
};
/// What RDKit's calcCrippenDescriptors gives.
Crippen crippen(const Molecule& molecule);

}  // namespace edgewise::mol
