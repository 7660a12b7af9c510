#pragma once
/// A molecule as a graph of numbers: a row per atom, a row per bond direction, and what is known of it as a whole.
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "../../graph/api.hpp"
#include "../../graph/ids.hpp"
#include "molecule.hpp"

namespace edgewise::mol {
EDGEWISE_API_BEGIN

/// Which numbers; travels in the model file.
struct FeatureOptions {
  std::vector<std::string> elements = standard_elements();  ///< each has a column of its own, all others share "other"
  std::size_t fingerprint_bits = 0;                         ///< hashed Morgan fingerprint as extras: its length; 0: none
  std::size_t fingerprint_radius = 2;                       ///< bonds around an atom
  bool descriptors = false;                                 ///< RDKit's 2D descriptors as extras, raw: the model scales them

  /// The 32 elements that most data sets are made of.
  static std::vector<std::string> standard_elements();
  friend bool operator==(const FeatureOptions&, const FeatureOptions&) = default;
};
/// As JSON text for model files, and back.  Throws DataError that opens with `file`:
std::string to_json(const FeatureOptions& options);
FeatureOptions features_from_json(const std::string& text, const std::string& file);

/// One molecule, ready for GraphTableBuilder::add.  Every bond is two arcs with equal rows; arcs ascend by (target, source).
struct MoleculeGraph {
  NodeId nodes = 0;                         ///< atoms of the molecule
  std::vector<Edge> arcs;                   ///< two for a bond
  std::vector<float> atoms, bonds, extras;  ///< row-major, columns as the featuriser names them
  std::size_t not_finite = 0;               ///< descriptors that RDKit could not compute: NaN, which the model reads as the training mean
};

/// Atom columns   element, degree, charge, hydrogens, hybridisation, aromatic, in a ring and of which sizes, R or S, mass.
/// Bond columns   single, double, triple, aromatic, other, conjugated, in a ring, E or Z.
/// All of them come from the sanitised molecule, so the spelling of the input does not matter.
/// Threads  Const and shared; a molecule belongs to the calling thread.
class Featuriser {
 public:
  explicit Featuriser(FeatureOptions options);
  /// What it was made from, and the names of the columns that follow from it:
  const FeatureOptions& options() const { return options_; }
  const std::vector<std::string>& atom_columns() const { return atom_columns_; }
  const std::vector<std::string>& bond_columns() const { return bond_columns_; }
  const std::vector<std::string>& extra_columns() const { return extra_columns_; }

  /// The graph of one molecule.
  MoleculeGraph operator()(const Molecule& molecule) const;

 private:
  FeatureOptions options_;
  std::vector<std::string> atom_columns_, bond_columns_, extra_columns_;
  std::vector<std::uint16_t> slot_of_element_;  // by atomic number
};

/// Names of the descriptors, and their raw values (NaN where RDKit gives none):
const std::vector<std::string>& descriptor_names();
std::vector<float> descriptors(const Molecule& molecule);

EDGEWISE_API_END
}  // namespace edgewise::mol
