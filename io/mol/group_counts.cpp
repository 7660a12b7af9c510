#include "group_counts.hpp"

#include "rdkit.hpp"

#include <GraphMol/RingInfo.h>

#include <algorithm>

namespace edgewise::mol {
namespace {

using RDKit::Atom;
using RDKit::Bond;

bool is(const Atom& atom, int number) { return atom.getAtomicNum() == number; }
bool aliphatic(const Atom& atom, int number) { return is(atom, number) && !atom.getIsAromatic(); }
bool aromatic(const Atom& atom, int number) { return is(atom, number) && atom.getIsAromatic(); }
bool in_ring(const Bond& bond) { return bond.getOwningMol().getRingInfo()->numBondRings(bond.getIdx()) > 0; }

/// Neighbours that `fits(bond, neighbour)` takes.
template <class Fits>
std::size_t neighbours(const Atom& atom, Fits fits) {
  std::size_t count = 0;
  for (const Bond* bond : atom.getOwningMol().atomBonds(&atom)) count += fits(*bond, *bond->getOtherAtom(&atom));
  return count;
}
bool doubly_bound(const Bond& bond) { return bond.getBondType() == Bond::DOUBLE; }
bool singly_bound(const Bond& bond) { return bond.getBondType() == Bond::SINGLE || bond.getBondType() == Bond::AROMATIC; }

/// C with three neighbours of which one hangs on a double bond, as in C=O, and the other end of one of its chain bonds, as in an amide.
bool centre_of_amide(const Atom& carbon, bool iminium) {
  return aliphatic(carbon, 6) && carbon.getDegree() == 3 && neighbours(carbon, [&](const Bond& bond, const Atom& other) {
                                                              if (!doubly_bound(bond)) return false;
                                                              if (iminium) return aliphatic(other, 7) && other.getFormalCharge() == 1;
                                                              return aliphatic(other, 7) || aliphatic(other, 8) || aliphatic(other, 16);
                                                            }) > 0;
}
bool arm_of_amide(const Atom& atom, bool iminium) {
  if (iminium) return is(atom, 7) && atom.getDegree() != 1;
  return is(atom, 7) || aliphatic(atom, 8) || (aliphatic(atom, 16) && atom.getDegree() != 1);
}
bool amide_like(const Atom& atom) {
  for (const bool iminium : {false, true}) {
    const auto chained_to = [&](auto&& end) {
      return neighbours(atom, [&](const Bond& bond, const Atom& other) {
               return bond.getBondType() == Bond::SINGLE && !in_ring(bond) && end(other, iminium);
             }) > 0;
    };
    if ((centre_of_amide(atom, iminium) && chained_to(arm_of_amide)) || (arm_of_amide(atom, iminium) && chained_to(centre_of_amide))) return true;
  }
  return false;
}

/// C that three equal ends hang on: CF3, CCl3, CBr3, C(CH3)3.
bool symmetric_top(const Atom& atom) {
  if (!aliphatic(atom, 6)) return false;
  for (const int end : {9, 17, 35, 6})
    if (neighbours(atom, [&](const Bond& bond, const Atom& other) {
          return singly_bound(bond) && aliphatic(other, end) && (end != 6 || other.getTotalNumHs(true) == 3);
        }) >= 3)
      return true;
  return false;
}

/// The strict rule: a single bond of a chain between two atoms that are neither ends nor tops nor triply bound, one of them outside amides.
bool inside(const Atom& atom) {
  return atom.getDegree() != 1 && neighbours(atom, [](const Bond& bond, const Atom&) { return bond.getBondType() == Bond::TRIPLE; }) == 0 &&
         !symmetric_top(atom);
}
bool rotatable(const Bond& bond) {
  const Atom &a = *bond.getBeginAtom(), &b = *bond.getEndAtom();
  return singly_bound(bond) && !in_ring(bond) && inside(a) && inside(b) && (!amide_like(a) || !amide_like(b));
}

unsigned valence(const Atom& atom) { return static_cast<unsigned>(atom.getTotalValence()); }
bool chalcogen(const Atom& atom) { return aliphatic(atom, 8) || aliphatic(atom, 16); }

/// N with hydrogens (neutral of valence 3, or +1 of valence 4), neutral OH and SH, aromatic NH.
bool donor(const Atom& atom) {
  const unsigned hydrogens = atom.getTotalNumHs(true);
  const int charge = atom.getFormalCharge();
  if (aliphatic(atom, 7)) return hydrogens > 0 && (valence(atom) == 3 || (charge == 1 && valence(atom) == 4));
  return hydrogens == 1 && charge == 0 && (chalcogen(atom) || aromatic(atom, 7));
}

/// Does a double bond of `atom` to O, N, P or S pull its electrons away?
bool withdrawing(const Atom& atom, bool ring_counts) {
  return neighbours(atom, [&](const Bond& bond, const Atom& other) {
           return doubly_bound(bond) && (ring_counts || !in_ring(bond)) && (chalcogen(other) || aliphatic(other, 7) || aliphatic(other, 15));
         }) > 0;
}
/// OH and SH on what withdraws nothing, ethers, carbonyls and anions of O and S, N with its lone pair free, aromatic n, o, s.
bool acceptor(const Atom& atom) {
  const unsigned hydrogens = atom.getTotalNumHs(true);
  const int charge = atom.getFormalCharge();
  if (chalcogen(atom)) {
    if (charge == -1) return true;
    if (valence(atom) != 2) return false;
    return hydrogens == 0 || (hydrogens == 1 && neighbours(atom, [](const Bond& bond, const Atom& other) {
                                                  return bond.getBondType() == Bond::SINGLE && !withdrawing(other, true);
                                                }) > 0);
  }
  if (aliphatic(atom, 7))
    return valence(atom) == 3 &&
           neighbours(atom, [](const Bond& bond, const Atom& other) { return bond.getBondType() == Bond::SINGLE && withdrawing(other, false); }) == 0;
  return charge == 0 && ((aromatic(atom, 7) && hydrogens == 0) || aromatic(atom, 8) || aromatic(atom, 16));
}

/// C(=O)-N with the O outside of rings.
bool amide(const Bond& bond) {
  if (!singly_bound(bond)) return false;
  for (const auto& [carbon, nitrogen] : {std::pair(bond.getBeginAtom(), bond.getEndAtom()), std::pair(bond.getEndAtom(), bond.getBeginAtom())}) {
    if (!aliphatic(*carbon, 6) || !aliphatic(*nitrogen, 7)) continue;
    const RDKit::RingInfo& rings = *bond.getOwningMol().getRingInfo();
    if (neighbours(*carbon, [&](const Bond& to, const Atom& other) {
          return doubly_bound(to) && aliphatic(other, 8) && rings.numAtomRings(other.getIdx()) == 0;
        }) > 0)
      return true;
  }
  return false;
}

void count_rings(const RDKit::ROMol& mol, GroupCounts& counts) {
  const RDKit::RingInfo& rings = *mol.getRingInfo();
  for (std::size_t r = 0; r < rings.atomRings().size(); ++r) {
    const auto& atoms = rings.atomRings()[r];
    const auto& bonds = rings.bondRings()[r];
    const bool hetero = std::any_of(atoms.begin(), atoms.end(), [&](int a) { return !is(*mol.getAtomWithIdx(static_cast<unsigned>(a)), 6); });
    const auto every = [&](auto fits) {
      return std::all_of(bonds.begin(), bonds.end(), [&](int b) { return fits(*mol.getBondWithIdx(static_cast<unsigned>(b))); });
    };
    const bool aromatic = every([](const Bond& bond) { return bond.getIsAromatic(); });
    const bool saturated = every([](const Bond& bond) { return bond.getBondType() == Bond::SINGLE && !bond.getIsAromatic(); });
    counts.rings += 1;
    counts.aromatic_rings += aromatic;
    counts.aliphatic_rings += !aromatic;
    counts.saturated_rings += saturated;
    counts.heterocycles += hetero;
    counts.aromatic_heterocycles += hetero && aromatic;
    counts.aliphatic_heterocycles += hetero && !aromatic;
    counts.saturated_heterocycles += hetero && saturated;
  }
}

}  // namespace

GroupCounts group_counts(const Molecule& molecule) {
  const RDKit::RWMol& mol = rdkit_of(molecule);
  GroupCounts counts;
  for (const Atom* atom : mol.atoms()) {
    counts.donors += donor(*atom);
    counts.acceptors += acceptor(*atom);
    counts.heteroatoms += !is(*atom, 6) && !is(*atom, 1);
  }
  for (const Bond* bond : mol.bonds()) {
    counts.rotatable_bonds += rotatable(*bond);
    counts.amide_bonds += amide(*bond);
  }
  count_rings(mol, counts);
  return counts;
}

}  // namespace edgewise::mol
