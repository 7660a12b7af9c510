#include "path_sums.hpp"

#include "rdkit.hpp"

#include <GraphMol/Descriptors/MolDescriptors.h>
#include <GraphMol/PeriodicTable.h>

#include <algorithm>
#include <cmath>
#include <vector>

namespace edgewise::mol {
namespace {

constexpr std::size_t kMostBonds = 4;

/// Paths of 2 to 4 bonds from every atom.  A path may come back to one of its atoms with its last bond: as RDKit counts, a ring counts once, its
/// first atom not twice; a ring with a tail counts once, the atom where they meet twice.
struct PathWalk {
  std::vector<std::vector<unsigned>> neighbours;
  std::vector<double> plain, valence;
  std::array<double, kMostBonds + 1> sum_plain{}, sum_valence{}, count{};
  std::vector<unsigned> path;

  void add(double share, double product_plain, double product_valence, std::size_t bonds) {
    count[bonds] += share;
    sum_plain[bonds] += share * product_plain;
    sum_valence[bonds] += share * product_valence;
  }

  void walk(double product_plain, double product_valence) {
    const std::size_t bonds = path.size() - 1;
    if (bonds >= 2 && path.front() < path.back()) add(1, product_plain, product_valence, bonds);  // found from both ends
    if (bonds == kMostBonds) return;
    for (const unsigned next : neighbours[path.back()]) {
      const auto seen = std::find(path.begin(), path.end(), next);
      if (seen == path.end()) {
        path.push_back(next);
        walk(product_plain * plain[next], product_valence * valence[next]);
        path.pop_back();
      } else if (bonds >= 2 && seen + 2 < path.end()) {
        const auto ring = static_cast<double>(bonds + 1);
        if (seen == path.begin())
          add(1 / (2 * ring), product_plain, product_valence, bonds + 1);  // found from each of its atoms, both ways round
        else
          add(0.5, product_plain * plain[next], product_valence * valence[next], bonds + 1);  // both ways round
      }
    }
  }
};

double root(double delta) { return delta != 0 ? 1 / std::sqrt(delta) : 0; }

}  // namespace

PathSums path_sums(const Molecule& molecule) {
  const RDKit::RWMol& mol = rdkit_of(molecule);
  const std::size_t atoms = mol.getNumAtoms();
  const RDKit::PeriodicTable& table = *RDKit::PeriodicTable::getTable();
  PathWalk paths;
  paths.neighbours.resize(atoms);
  for (const RDKit::Bond* bond : mol.bonds()) {  // hydrogens that are drawn, isotopes of them, are no part of a path
    if (bond->getBeginAtom()->getAtomicNum() == 1 || bond->getEndAtom()->getAtomicNum() == 1) continue;
    paths.neighbours[bond->getBeginAtomIdx()].push_back(bond->getEndAtomIdx());
    paths.neighbours[bond->getEndAtomIdx()].push_back(bond->getBeginAtomIdx());
  }
  for (const RDKit::Atom* atom : mol.atoms()) {
    const int number = atom->getAtomicNum();
    double plain = 0, valence = 0;
    if (number > 1) {
      const int outer = table.getNouterElecs(static_cast<unsigned>(number));
      plain = outer - static_cast<int>(atom->getTotalNumHs());
      valence = number <= 10 ? plain : plain / (number - outer - 1);
    }
    paths.plain.push_back(root(plain));
    paths.valence.push_back(root(valence));
  }
  for (unsigned a = 0; a < atoms; ++a) {
    paths.path.assign(1, a);
    paths.walk(paths.plain[a], paths.valence[a]);
  }

  PathSums sums;
  for (std::size_t bonds = 2; bonds <= kMostBonds; ++bonds) {
    sums.chi_plain[bonds - 2] = paths.sum_plain[bonds];
    sums.chi_valence[bonds - 2] = paths.sum_valence[bonds];
  }
  const double alpha = RDKit::Descriptors::calcHallKierAlpha(mol), a = mol.getNumHeavyAtoms() + alpha;
  const double two = paths.count[2] + alpha, three = paths.count[3] + alpha;
  sums.kappa2 = two != 0 ? (a - 1) * (a - 2) * (a - 2) / (two * two) : 0;
  sums.kappa3 = three != 0 ? (mol.getNumHeavyAtoms() % 2 == 1 ? a - 1 : a - 2) * (a - 3) * (a - 3) / (three * three) : 0;
  const double heavy = mol.getNumHeavyAtoms();
  sums.phi = RDKit::Descriptors::calcKappa1(mol) * sums.kappa2 / (heavy > 0 ? heavy : 1);
  return sums;
}

}  // namespace edgewise::mol
