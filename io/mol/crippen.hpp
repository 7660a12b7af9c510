#pragma once
/// For sources of this folder only: RDKit's Crippen sums (Wildman & Crippen 1999, doi:10.1021/ci990307l) by RDKit's own table, without asking
/// patterns whose first atom no open atom can be.
#include "molecule.hpp"

namespace edgewise::mol {

struct Crippen {
  double logp = 0;
  double refractivity = 0;
};
/// What RDKit's calcCrippenDescriptors gives, at a third of its time.
Crippen crippen(const Molecule& molecule);

}  // namespace edgewise::mol
