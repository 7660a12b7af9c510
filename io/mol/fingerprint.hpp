#pragma once
/// Circular fingerprints: which neighbourhoods a molecule has.
#include <cstdint>
#include <span>
#include <vector>

#include "../../graph/api.hpp"
#include "molecule.hpp"

namespace edgewise::mol {
EDGEWISE_API_BEGIN

/// Hashed Morgan fingerprint over connectivity, `bits` a multiple of 64; a bit for every different set of bonds within `radius` bonds of an atom.
/// The bits are those of RDKit 2022.09 (tests compare); they are computed here so that a model's columns mean the same under any version.
/// Source   Rogers & Hahn 2010, doi:10.1021/ci100050t.
std::vector<std::uint64_t> fingerprint(const Molecule& molecule, std::size_t radius = 2, std::size_t bits = 1024);
/// Common bits / all bits; 1 for two empty ones.
double tanimoto(std::span<const std::uint64_t> a, std::span<const std::uint64_t> b);

EDGEWISE_API_END
}  // namespace edgewise::mol
