#pragma once
/// For sources of this folder only: most of RDKit's descriptors by faster ways, whose values are RDKit's.
#include <span>
#include <string>
#include <vector>

#include "molecule.hpp"

namespace edgewise::mol {

/// Which of our numbers stand for RDKit's descriptors of these names: found out once, on a few probe molecules, since versions differ (one
/// registers chi3 under the name of chi2).  A name is left to RDKit where no number agrees.
class QuickDescriptors {
 public:
  /// Asks RDKit about the probes.
  QuickDescriptors();
  struct Match {
    std::string name;
    std::size_t value;  ///< of `values`
  };
  const std::vector<Match>& matches() const { return matches_; }
  /// All our numbers of a molecule.
  static std::vector<double> values(const Molecule& molecule);

 private:
  std::vector<Match> matches_;
};

}  // namespace edgewise::mol
