#include "fingerprint.hpp"

#include "rdkit.hpp"

#include <GraphMol/PeriodicTable.h>
#include <GraphMol/RingInfo.h>

#include <algorithm>
#include <bit>
#include <utility>

namespace edgewise::mol {
namespace {

using Hash = std::uint32_t;
void mix(Hash& seed, Hash value) { seed ^= value + 0x9e3779b9U + (seed << 6U) + (seed >> 2U); }

/// What an atom is, before it looks around: element, neighbours, hydrogens, charge, isotope, ring.
Hash atom_hash(const RDKit::Atom& atom, bool in_ring) {
  Hash seed = 0;
  mix(seed, static_cast<Hash>(atom.getAtomicNum()));
  mix(seed, atom.getTotalDegree());
  mix(seed, atom.getTotalNumHs(true));
  mix(seed, static_cast<Hash>(atom.getFormalCharge()));
  const double isotope = atom.getMass() - RDKit::PeriodicTable::getTable()->getAtomicWeight(static_cast<unsigned>(atom.getAtomicNum()));
  mix(seed, static_cast<Hash>(static_cast<int>(isotope)));
  if (in_ring) mix(seed, 1);
  return seed;
}

/// The sets of bonds around the atoms, a row of words each.
struct BondSets {
  std::size_t words;
  std::vector<std::uint64_t> bits;
  BondSets(std::size_t atoms, std::size_t bonds) : words((bonds + 63) / 64), bits(atoms * words, 0) {}
  std::span<std::uint64_t> of(std::size_t atom) { return {bits.data() + atom * words, words}; }
};

/// An atom's view in one round.
struct View {
  std::vector<std::uint64_t> bonds;
  Hash hash;
  std::size_t atom;
  friend auto operator<=>(const View&, const View&) = default;
};

}  // namespace

std::vector<std::uint64_t> fingerprint(const Molecule& molecule, std::size_t radius, std::size_t bits) {
  const RDKit::RWMol& mol = rdkit_of(molecule);
  const std::size_t atoms = mol.getNumAtoms();
  std::vector<std::uint64_t> words((bits + 63) / 64, 0);
  const auto set = [&](Hash hash) { words[hash % bits / 64] |= std::uint64_t{1} << (hash % bits % 64); };

  std::vector<Hash> hashes;
  for (const RDKit::Atom* atom : mol.atoms()) {
    hashes.push_back(atom_hash(*atom, mol.getRingInfo()->numAtomRings(atom->getIdx()) > 0));
    set(hashes.back());
  }
  BondSets sets(atoms, mol.getNumBonds());
  std::vector<std::vector<std::uint64_t>> seen;  // sorted
  std::vector<bool> done(atoms, false);          // its last view was no news
  std::vector<std::pair<Hash, Hash>> around;
  for (std::size_t round = 0; round < radius; ++round) {
    BondSets grown = sets;
    std::vector<Hash> next(atoms, 0);
    std::vector<View> views;
    for (std::size_t a = 0; a < atoms; ++a) {
      const RDKit::Atom& atom = *mol.getAtomWithIdx(static_cast<unsigned>(a));
      if (done[a] || atom.getDegree() == 0) continue;
      around.clear();
      const std::span<std::uint64_t> own = grown.of(a);
      for (const RDKit::Bond* bond : mol.atomBonds(&atom)) {
        const std::size_t other = bond->getOtherAtomIdx(static_cast<unsigned>(a));
        own[bond->getIdx() / 64] |= std::uint64_t{1} << (bond->getIdx() % 64);
        for (std::size_t w = 0; w < own.size(); ++w) own[w] |= sets.of(other)[w];
        around.emplace_back(static_cast<Hash>(bond->getBondType()), hashes[other]);
      }
      std::sort(around.begin(), around.end());
      Hash hash = static_cast<Hash>(round);
      mix(hash, hashes[a]);
      for (const auto& [bond, other] : around) {
        Hash pair = 0;
        mix(pair, bond);
        mix(pair, other);
        mix(hash, pair);
      }
      next[a] = hash;
      views.push_back({{own.begin(), own.end()}, hash, a});
    }
    std::sort(views.begin(), views.end());  // of equal sets the smallest hash speaks
    std::vector<std::vector<std::uint64_t>> news;
    for (const View& view : views) {
      if ((!news.empty() && news.back() == view.bonds) || std::binary_search(seen.begin(), seen.end(), view.bonds)) {
        done[view.atom] = true;
        continue;
      }
      set(view.hash);
      news.push_back(view.bonds);
    }
    const auto middle = static_cast<std::ptrdiff_t>(seen.size());
    seen.insert(seen.end(), news.begin(), news.end());
    std::inplace_merge(seen.begin(), seen.begin() + middle, seen.end());
    hashes = std::move(next);
    sets = std::move(grown);
  }
  return words;
}

double tanimoto(std::span<const std::uint64_t> a, std::span<const std::uint64_t> b) {
  std::size_t common = 0, all = 0;
  for (std::size_t k = 0; k < a.size(); ++k) {
    common += static_cast<std::size_t>(std::popcount(a[k] & b[k]));
    all += static_cast<std::size_t>(std::popcount(a[k] | b[k]));
  }
  return all == 0 ? 1.0 : static_cast<double>(common) / static_cast<double>(all);
}

}  // namespace edgewise::mol
