#pragma once
/// For sources of this folder only: what stands behind a Molecule.
#include <RDGeneral/RDConfig.h>  // first: without it the headers below disagree with the library

#include <GraphMol/RWMol.h>

#include <memory>
#include <vector>

#include "molecule.hpp"

namespace edgewise::mol {

struct Molecule::Impl {
  std::unique_ptr<RDKit::RWMol> mol;
  std::vector<std::uint32_t> place;  // of each atom in the input; may be empty
};

inline const RDKit::RWMol& rdkit_of(const Molecule& molecule) { return *molecule.impl()->mol; }

}  // namespace edgewise::mol
