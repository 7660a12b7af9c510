#pragma once
/// For sources of this folder only: RDKit's slow descriptors by faster ways: nine that count paths from one walk, two sums of Crippen's.
#include <array>
#include <string>
#include <vector>

#include "molecule.hpp"

namespace edgewise::mol {

/// Which of the numbers below stand for RDKit's descriptors of these names: found out once, on a few probe molecules, since versions differ (one
/// registers chi3 under the name of chi2).  A name is left to RDKit where no number agrees.
class QuickDescriptors {
 public:
  /// chi (Kier & Hall) of 2, 3 and 4 bonds over plain and valence deltas; kappa 2 and 3 (Kier); phi; Crippen's sums.
  enum { kChi2n, kChi3n, kChi4n, kChi2v, kChi3v, kChi4v, kKappa2, kKappa3, kPhi, kLogP, kRefractivity, kCount };
  using Values = std::array<double, kCount>;
  static Values of(const Molecule& molecule);

  /// Asks RDKit about the probes.
  QuickDescriptors();
  struct Match {
    std::string name;
    std::size_t value;  ///< of Values
  };
  const std::vector<Match>& matches() const { return matches_; }

 private:
  std::vector<Match> matches_;
};

}  // namespace edgewise::mol
