#include "rdkit_rooted_pattern.hpp"

#include <GraphMol/QueryAtom.h>
#include <GraphMol/QueryOps.h>

#include <algorithm>

namespace edgewise::mol {
namespace {

using Query = Queries::Query<int, const RDKit::Atom*, true>;

/// What a query asks of an atom by number, where it leaves no choice.
struct Wanted {
  int element = 0;
  std::optional<bool> aromatic;
  std::optional<unsigned> hydrogens, degree;

  void add(const Wanted& other) {
    if (element == 0) element = other.element;
    if (!aromatic) aromatic = other.aromatic;
    if (!hydrogens) hydrogens = other.hydrogens;
    if (!degree) degree = other.degree;
  }
};
Wanted wanted(const Query& query) {
  Wanted all;
  if (query.getNegation()) return all;
  const std::string& kind = query.getDescription();
  if (kind == "AtomAnd") {
    for (auto child = query.beginChildren(); child != query.endChildren(); ++child) all.add(wanted(**child));
    return all;
  }
  const auto* equal = dynamic_cast<const Queries::EqualityQuery<int, const RDKit::Atom*, true>*>(&query);
  if (equal == nullptr) return all;
  const int value = equal->getVal();
  if (kind == "AtomType") {
    all.element = RDKit::getAtomTypeAtomicNum(value);
    all.aromatic = RDKit::getAtomTypeIsAromatic(value);
  } else if (kind == "AtomAtomicNum") {
    all.element = value;
  } else if (kind == "AtomHCount") {
    all.hydrogens = static_cast<unsigned>(value);
  } else if (kind == "AtomTotalDegree") {
    all.degree = static_cast<unsigned>(value);
  }
  return all;
}

/// A recursive query holds whatever the last search over a molecule wrote into it: it has no answer of its own.
bool plain(const Query& query) {
  if (query.getDescription() == "RecursiveStructure") return false;
  return std::all_of(query.beginChildren(), query.endChildren(), [](const auto& child) { return plain(*child); });
}

}  // namespace

RootedPattern::RootedPattern(const RDKit::ROMol& pattern) {
  const unsigned atoms = pattern.getNumAtoms();
  walkable_ = atoms > 0 && atoms <= kMostAtoms && pattern.getNumBonds() + 1 == atoms;
  // As SMARTS are written every atom follows one that it hangs on.
  for (unsigned k = 0; k < atoms && walkable_; ++k) {
    const RDKit::Atom* const atom = pattern.getAtomWithIdx(k);
    Step step{atom, nullptr, 0};
    for (const RDKit::Bond* bond : pattern.atomBonds(atom))
      if (bond->getOtherAtomIdx(k) < k) step = {atom, bond, bond->getOtherAtomIdx(k)};
    walkable_ = (k == 0 || step.bond != nullptr) && atom->hasQuery() && plain(*atom->getQuery());
    steps_.push_back(step);
  }
  if (!walkable_) return;
  const Wanted first = wanted(*steps_[0].atom->getQuery());
  element_ = first.element;
  aromatic_ = first.aromatic;
  hydrogens_ = first.hydrogens;
  degree_ = first.degree;
}

bool RootedPattern::extend(Placed& placed, std::size_t count) const {
  if (count == steps_.size()) return true;
  const Step& step = steps_[count];
  const RDKit::Atom* const base = placed[step.from];
  if (base == nullptr) return false;  // a hydrogen has one neighbour
  const auto end = placed.begin() + static_cast<std::ptrdiff_t>(count);
  for (const RDKit::Bond* bond : base->getOwningMol().atomBonds(base)) {
    const RDKit::Atom* const next = bond->getOtherAtom(base);
    if (!step.atom->Match(next) || !step.bond->Match(bond) || std::find(placed.begin(), end, next) != end) continue;
    placed[count] = next;
    if (extend(placed, count + 1)) return true;
  }
  return false;
}

bool RootedPattern::fits(const RDKit::Atom& atom) const {
  Placed placed{&atom};
  return steps_[0].atom->Match(&atom) && extend(placed, 1);
}

bool RootedPattern::fits_hydrogen_of(const RDKit::Atom& parent) const {
  if (steps_.size() == 1) return true;
  Placed placed{nullptr, &parent};
  return steps_[1].atom->Match(&parent) && extend(placed, 2);
}

}  // namespace edgewise::mol
