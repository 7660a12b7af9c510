#pragma once
/// Early stopping: which epoch is the best so far, and when waiting has been long enough.
#include <cstddef>
#include <limits>
#include <optional>

#include "../../graph/api.hpp"
#include "trainer.hpp"

namespace edgewise::train {
EDGEWISE_API_BEGIN

/// Watches the validation results of one run.
///   Monitor::score           better: a higher score, or an equal one with a lower loss; without a score (one kind of label only,
///                            say) a lower loss.  Monitor::roc_auc: the same, with that score
///   Monitor::loss            better: a lower loss
///   Monitor::loss_and_score  the GAT paper's rule: an epoch is kept when it is at least as good as all before in both, and
///                            waiting starts anew when it is in either
class EarlyStopping {
 public:
  /// Enough to go on from.
  struct State {
    double loss = std::numeric_limits<double>::infinity();    ///< lowest, or that of the best epoch
    double score = -std::numeric_limits<double>::infinity();  ///< highest
    std::size_t waited = 0;                                   ///< epochs since something got better
  };
  EarlyStopping(Monitor monitor, std::size_t patience) : monitor_(monitor), patience_(patience) {}

  /// True when this epoch is the one to keep.
  bool observe(double loss, std::optional<double> score);
  /// True when `patience` epochs in a row (0: any number) brought nothing better.
  bool exhausted() const { return patience_ > 0 && state_.waited >= patience_; }
  /// Where it stands, and the way back there:
  const State& state() const { return state_; }
  void restore(const State& state) { state_ = state; }

 private:
  Monitor monitor_;
  std::size_t patience_;
  State state_;
};

EDGEWISE_API_END
}  // namespace edgewise::train
