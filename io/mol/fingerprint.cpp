#include "fingerprint.hpp"

#include "rdkit.hpp"

#include <GraphMol/PeriodicTable.h>
#include <GraphMol/RingInfo.h>

#include <algorithm>
#include <bit>
#include <compare>
#include <span>
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
  double isotope = 0;  // how much heavier than the natural mixture
  if (atom.getIsotope() != 0)
    isotope = atom.getMass() - RDKit::PeriodicTable::getTable()->getAtomicWeight(static_cast<unsigned>(atom.getAtomicNum()));
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

/// A row of them, which stays where it is; rows are compared word by word.
struct Row {
  std::span<const std::uint64_t> words;
  friend bool operator==(const Row& a, const Row& b) { return std::equal(a.words.begin(), a.words.end(), b.words.begin(), b.words.end()); }
  friend std::strong_ordering operator<=>(const Row& a, const Row& b) {
    return std::lexicographical_compare_three_way(a.words.begin(), a.words.end(), b.words.begin(), b.words.end());
  }
};

/// An atom's view in one round.
struct View {
  Row bonds;
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
  std::vector<BondSets> rounds{BondSets(atoms, mol.getNumBonds())};
  rounds.reserve(radius + 1);            // rows of all rounds stay where they are
  std::vector<Row> seen;                 // sorted
  std::vector<bool> done(atoms, false);  // its last view was no news
  std::vector<std::pair<Hash, Hash>> around;
  for (std::size_t round = 0; round < radius; ++round) {
    rounds.push_back(rounds.back());
    BondSets &sets = rounds[round], &grown = rounds[round + 1];
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
      views.push_back({{own}, hash, a});
    }
    std::sort(views.begin(), views.end());  // of equal sets the smallest hash speaks
    std::vector<Row> news;
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
