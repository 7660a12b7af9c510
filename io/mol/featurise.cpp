#include "featurise.hpp"

#include "rdkit.hpp"

#include <GraphMol/Descriptors/Property.h>
#include <GraphMol/PeriodicTable.h>
#include <GraphMol/RingInfo.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <utility>

#include "../../graph/error.hpp"
#include "fingerprint.hpp"
#include "quick_descriptors.hpp"

namespace edgewise::mol {
namespace {

constexpr std::size_t kDegrees = 7;    // 0 .. 5, more
constexpr std::size_t kHydrogens = 5;  // 0 .. 3, more
constexpr unsigned kSmallestRing = 3, kLargestRing = 7;
constexpr std::size_t kAtomTail = kDegrees + 3 + kHydrogens + 7 + 1 + 1 + 6 + 2 + 1;  // columns behind the elements
constexpr std::size_t kBondColumns = 9;
constexpr std::size_t kAtomicNumbers = 120;

std::vector<std::string> tail_columns() {
  std::vector<std::string> names;
  for (std::size_t k = 0; k + 1 < kDegrees; ++k) names.push_back("degree_" + std::to_string(k));
  names.insert(names.end(), {"degree_more", "charge", "positive", "negative"});
  for (std::size_t k = 0; k + 1 < kHydrogens; ++k) names.push_back("hydrogens_" + std::to_string(k));
  names.insert(names.end(), {"hydrogens_more", "s", "sp", "sp2", "sp3", "sp3d", "sp3d2", "hybridisation_other", "aromatic", "in_ring"});
  for (unsigned size = kSmallestRing; size <= kLargestRing; ++size) names.push_back("ring_" + std::to_string(size));
  names.insert(names.end(), {"ring_more", "chiral_R", "chiral_S", "mass"});
  return names;
}

std::size_t hybridisation_slot(RDKit::Atom::HybridizationType type) {
  switch (type) {
    case RDKit::Atom::S:
      return 0;
    case RDKit::Atom::SP:
      return 1;
    case RDKit::Atom::SP2:
      return 2;
    case RDKit::Atom::SP3:
      return 3;
    case RDKit::Atom::SP3D:
      return 4;
    case RDKit::Atom::SP3D2:
      return 5;
    default:
      return 6;
  }
}

/// What stands behind the element columns.
void fill_atom(const RDKit::Atom& atom, const RDKit::RingInfo& rings, float* row) {
  row[std::min<std::size_t>(atom.getDegree(), kDegrees - 1)] = 1;
  row += kDegrees;
  const int charge = atom.getFormalCharge();
  row[0] = static_cast<float>(charge);
  row[1] = charge > 0 ? 1.0F : 0.0F;
  row[2] = charge < 0 ? 1.0F : 0.0F;
  row += 3;
  row[std::min<std::size_t>(atom.getTotalNumHs(true), kHydrogens - 1)] = 1;
  row += kHydrogens;
  row[hybridisation_slot(atom.getHybridization())] = 1;
  row += 7;
  row[0] = atom.getIsAromatic() ? 1.0F : 0.0F;
  const unsigned index = atom.getIdx();
  const bool in_ring = rings.numAtomRings(index) > 0;
  row[1] = in_ring ? 1.0F : 0.0F;
  row += 2;
  if (in_ring)
    for (const int size : rings.atomRingSizes(index)) row[std::min(static_cast<unsigned>(size), kLargestRing + 1) - kSmallestRing] = 1;
  row += 6;
  std::string label;
  if (atom.getPropIfPresent(RDKit::common_properties::_CIPCode, label)) {
    row[0] = label == "R" ? 1.0F : 0.0F;
    row[1] = label == "S" ? 1.0F : 0.0F;
  }
  row[2] = static_cast<float>(atom.getMass() / 100);
}

void fill_bond(const RDKit::Bond& bond, const RDKit::RingInfo& rings, float* row) {
  switch (bond.getBondType()) {
    case RDKit::Bond::SINGLE:
      row[0] = 1;
      break;
    case RDKit::Bond::DOUBLE:
      row[1] = 1;
      break;
    case RDKit::Bond::TRIPLE:
      row[2] = 1;
      break;
    case RDKit::Bond::AROMATIC:
      row[3] = 1;
      break;
    default:
      row[4] = 1;
  }
  row[5] = bond.getIsConjugated() ? 1.0F : 0.0F;
  row[6] = rings.numBondRings(bond.getIdx()) > 0 ? 1.0F : 0.0F;
  const RDKit::Bond::BondStereo stereo = bond.getStereo();
  row[7] = stereo == RDKit::Bond::STEREOE || stereo == RDKit::Bond::STEREOTRANS ? 1.0F : 0.0F;
  row[8] = stereo == RDKit::Bond::STEREOZ || stereo == RDKit::Bond::STEREOCIS ? 1.0F : 0.0F;
}

/// RDKit's descriptors in its order: the slow ones by quicker ways of ours, the others asked from RDKit.
struct DescriptorPlan {
  std::vector<std::string> names = RDKit::Descriptors::Properties().getPropertyNames();
  std::vector<std::pair<std::size_t, std::size_t>> ours;  // place among the names, number of QuickDescriptors
  std::vector<std::size_t> asked;                         // places of the others
  std::unique_ptr<RDKit::Descriptors::Properties> rdkit;

  DescriptorPlan() {
    const QuickDescriptors ways;
    std::vector<std::string> others;
    for (std::size_t k = 0; k < names.size(); ++k) {
      const auto match =
          std::find_if(ways.matches().begin(), ways.matches().end(), [&](const QuickDescriptors::Match& m) { return m.name == names[k]; });
      if (match != ways.matches().end()) {
        ours.emplace_back(k, match->value);
      } else {
        asked.push_back(k);
        others.push_back(names[k]);
      }
    }
    rdkit = std::make_unique<RDKit::Descriptors::Properties>(others);
  }
};

const DescriptorPlan& plan() {
  static const DescriptorPlan the_plan;
  return the_plan;
}

}  // namespace

std::vector<std::string> FeatureOptions::standard_elements() {
  return {"H",  "B",  "C",  "N",  "O",  "F",  "Na", "Mg", "Al", "Si", "P",  "S", "Cl", "K",  "Ca", "Cr",
          "Mn", "Fe", "Co", "Ni", "Cu", "Zn", "As", "Se", "Br", "Sn", "Sb", "I", "Pt", "Hg", "Pb", "Bi"};
}

Featuriser::Featuriser(FeatureOptions options) : options_(std::move(options)) {
  if (options_.fingerprint_bits % 64 != 0)
    fail<UsageError>("molecule features: fingerprint_bits is ", options_.fingerprint_bits, ", expected a multiple of 64 (0: no fingerprint)");
  const auto other = static_cast<std::uint16_t>(options_.elements.size());
  slot_of_element_.assign(kAtomicNumbers, other);
  const RDKit::PeriodicTable& table = *RDKit::PeriodicTable::getTable();
  for (std::size_t k = 0; k < options_.elements.size(); ++k) {
    int number = 0;
    try {
      number = table.getAtomicNumber(options_.elements[k]);
    } catch (const std::exception&) {
      fail<DataError>("molecule features: '", options_.elements[k], "' is no element");
    }
    slot_of_element_[static_cast<std::size_t>(number)] = static_cast<std::uint16_t>(k);
    atom_columns_.push_back(options_.elements[k]);
  }
  atom_columns_.push_back("other_element");
  const std::vector<std::string> tail = tail_columns();
  atom_columns_.insert(atom_columns_.end(), tail.begin(), tail.end());
  bond_columns_ = {"single", "double", "triple", "aromatic", "other_bond", "conjugated", "in_ring", "E", "Z"};
  if (options_.descriptors) extra_columns_ = descriptor_names();
  for (std::size_t k = 0; k < options_.fingerprint_bits; ++k) extra_columns_.push_back("bit_" + std::to_string(k));
}

MoleculeGraph Featuriser::operator()(const Molecule& molecule) const {
  const RDKit::RWMol& mol = rdkit_of(molecule);
  const RDKit::RingInfo& rings = *mol.getRingInfo();
  MoleculeGraph graph;
  graph.nodes = mol.getNumAtoms();
  const std::size_t width = atom_columns_.size();
  graph.atoms.assign(graph.nodes * width, 0);
  for (const RDKit::Atom* atom : mol.atoms()) {
    float* const row = graph.atoms.data() + atom->getIdx() * width;
    row[slot_of_element_[std::min<std::size_t>(static_cast<std::size_t>(atom->getAtomicNum()), kAtomicNumbers - 1)]] = 1;
    fill_atom(*atom, rings, row + width - kAtomTail);
  }

  struct Way {
    Edge arc;
    unsigned bond;
  };
  std::vector<Way> ways;
  ways.reserve(2 * std::size_t{mol.getNumBonds()});
  std::vector<float> rows(mol.getNumBonds() * kBondColumns, 0);
  for (const RDKit::Bond* bond : mol.bonds()) {
    fill_bond(*bond, rings, rows.data() + bond->getIdx() * kBondColumns);
    const NodeId a = bond->getBeginAtomIdx(), b = bond->getEndAtomIdx();
    ways.push_back({{a, b}, bond->getIdx()});
    ways.push_back({{b, a}, bond->getIdx()});
  }
  std::sort(ways.begin(), ways.end(),
            [](const Way& x, const Way& y) { return x.arc.target != y.arc.target ? x.arc.target < y.arc.target : x.arc.source < y.arc.source; });
  graph.arcs.reserve(ways.size());
  graph.bonds.reserve(ways.size() * kBondColumns);
  for (const Way& way : ways) {
    graph.arcs.push_back(way.arc);
    const float* const row = rows.data() + way.bond * kBondColumns;
    graph.bonds.insert(graph.bonds.end(), row, row + kBondColumns);
  }

  if (options_.descriptors) {
    graph.extras = descriptors(molecule);
    for (const float value : graph.extras) graph.not_finite += std::isfinite(value) ? 0U : 1U;
  }
  if (options_.fingerprint_bits > 0) {
    const std::vector<std::uint64_t> words = fingerprint(molecule, options_.fingerprint_radius, options_.fingerprint_bits);
    for (std::size_t k = 0; k < options_.fingerprint_bits; ++k) graph.extras.push_back((words[k / 64] >> (k % 64) & 1U) != 0 ? 1.0F : 0.0F);
  }
  return graph;
}

const std::vector<std::string>& descriptor_names() { return plan().names; }

std::vector<float> descriptors(const Molecule& molecule) {
  std::vector<float> values(plan().names.size(), 0);
  const std::vector<double> asked = plan().rdkit->computeProperties(rdkit_of(molecule));
  for (std::size_t k = 0; k < asked.size(); ++k) values[plan().asked[k]] = static_cast<float>(asked[k]);
  const std::vector<double> quick = QuickDescriptors::values(molecule);
  for (const auto& [place, value] : plan().ours) values[place] = static_cast<float>(quick[value]);
  return values;
}

}  // namespace edgewise::mol
