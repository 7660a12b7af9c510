#pragma once
/// The learning rate as the options of a run ask for it.
#include <cstddef>

#include "../../graph/api.hpp"
#include "../optim/schedule.hpp"
#include "trainer.hpp"

namespace edgewise::train {
EDGEWISE_API_BEGIN

/// The learning rate of each step.
/// Holds    a reference to the options, which must outlive it.
class Rate {
 public:
  explicit Rate(const TrainOptions& options)
      : options_(options), plateau_(static_cast<double>(options.lr), {.floor = 0.01 * static_cast<double>(options.lr)}) {}

  /// Step k (from 0) of `steps` in an epoch (from 1).
  double of(std::size_t epoch, std::size_t k, std::size_t steps) const {
    const auto lr = static_cast<double>(options_.lr);
    switch (options_.schedule) {
      case Schedule::constant:
        return lr;
      case Schedule::cosine:
        return optim::cosine_rate(lr, (epoch - 1) * steps + k, options_.warmup * steps, options_.epochs * steps);
      case Schedule::plateau:
        break;
    }
    return plateau_.rate();
  }
  /// Takes in the loss that a plateau waits on.
  void observe(double loss) { plateau_.observe(loss); }  // counts under its own schedule, does no harm under the others
  /// Where the schedule stands, and the way back there:
  const optim::Plateau::State& state() const { return plateau_.state(); }
  void restore(const optim::Plateau::State& state) { plateau_.restore(state); }

 private:
  const TrainOptions& options_;
  optim::Plateau plateau_;
};

EDGEWISE_API_END
}  // namespace edgewise::train
