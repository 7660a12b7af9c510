#pragma once
/// How the learning rate changes from epoch to epoch.
#include <cstddef>
#include <limits>

#include "../../graph/api.hpp"

namespace edgewise::optim {
EDGEWISE_API_BEGIN

/// Linear warm-up, then half a cosine wave.  With t from 0:
///   t < warmup: base * (t + 1) / warmup;   else floor + (base - floor) / 2 * (1 + cos(pi * (t - warmup) / (total - warmup)))
/// From t = total on: floor.  Source  Loshchilov & Hutter 2017, arXiv:1608.03983 (one cycle).
double cosine_rate(double base, std::size_t t, std::size_t warmup, std::size_t total, double floor = 0);

/// When the rate falls, and how far.
struct PlateauOptions {
  double factor = 0.5;        ///< (0, 1)
  std::size_t patience = 10;  ///< observations without progress that are put up with
  double threshold = 1e-4;    ///< progress is a value below (1 - threshold) * best
  double floor = 0;           ///< the rate never falls below
};

/// The rate is multiplied by `factor` once more than `patience` observations in a row bring no progress.
/// The same numbers as PyTorch's ReduceLROnPlateau (mode min, relative threshold).
class Plateau {
 public:
  /// Where a plateau stands; enough to go on from.
  struct State {
    double rate = 0;                                        ///< the learning rate
    double best = std::numeric_limits<double>::infinity();  ///< the lowest value so far
    std::size_t waited = 0;                                 ///< observations without progress since
  };
  explicit Plateau(double base, const PlateauOptions& options = {}) : options_(options) { state_.rate = base; }

  /// The learning rate to use now.
  double rate() const { return state_.rate; }
  /// Takes in the latest value of what should become small.
  void observe(double value);
  /// Where it stands, and the way back there:
  const State& state() const { return state_; }
  void restore(const State& state) { state_ = state; }

 private:
  PlateauOptions options_;
  State state_;
};

EDGEWISE_API_END
}  // namespace edgewise::optim
