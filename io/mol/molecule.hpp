#pragma once
/// A prepared molecule.  RDKit stands behind it and shows in no header.
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "../../graph/api.hpp"

namespace edgewise::mol {
EDGEWISE_API_BEGIN

/// Sanitised, its rings and stereo centres known.  Empty until `prepare` fills it.
/// Threads  One object belongs to one thread at a time; not even reading it is shared (RDKit computes behind const).
class Molecule {
 public:
  Molecule();
  ~Molecule();
  Molecule(Molecule&&) noexcept;
  Molecule& operator=(Molecule&&) noexcept;

  /// What it has, counted:
  std::size_t atoms() const;
  std::size_t bonds() const;
  /// Pieces that no bond joins.
  std::size_t fragments() const;
  /// Atoms with a formal charge.
  std::size_t charged_atoms() const;
  /// Element symbols of the atoms: "C", "Cl".
  std::vector<std::string> elements() const;
  /// Where atom `a` stood in the input, from 0.  Needs Preparation::keep_places; else atoms are counted as they are now.
  std::size_t place_in_input(std::size_t a) const;
  /// Canonical SMILES: equal for all spellings of what was prepared.
  std::string canonical() const;
  /// Canonical SMILES of the rings and what joins them (Bemis & Murcko 1996, doi:10.1021/jm9602928), stereo left out; "" where
  /// there is no ring.
  std::string scaffold() const;

  struct Impl;
  Impl* impl() const { return impl_.get(); }  ///< for sources of this folder

 private:
  std::unique_ptr<Impl> impl_;
};

EDGEWISE_API_END
}  // namespace edgewise::mol
