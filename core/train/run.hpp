#pragma once
/// One training run: all that changes from epoch to epoch.  Behind `fit`; checkpoint.cpp holds how it is saved and taken up again.
#include <memory>
#include <vector>

#include "../../graph/api.hpp"
#include "../optim/optimizer.hpp"
#include "problem.hpp"
#include "rate.hpp"
#include "snapshot.hpp"
#include "stopping.hpp"
#include "trainer.hpp"

namespace edgewise::train {
EDGEWISE_API_BEGIN

/// The model, its optimiser, rate and early stopping, and what is set aside of the best epoch.
/// Holds    references to problem and options, which must outlive it.
class Run {
 public:
  Run(Problem& problem, const TrainOptions& options);

  /// Everything as it stands.
  Checkpoint checkpoint() const;
  /// Throws DataError naming what the checkpoint lacks; the run is then as it was.
  void restore(const Checkpoint& from);

  /// Whether an epoch is left, and early stopping has not said enough.
  bool more() const { return history_.size() < options_.epochs && !stopping_.exhausted(); }
  /// Trains one epoch.  False when the loss, a gradient or the validation loss is not finite; then nothing is added to the history.
  bool epoch();
  /// The epoch trained last.
  const Epoch& last() const { return history_.back(); }
  /// Puts what is to be kept back into the model.
  TrainReport finish(Stopped stopped);

 private:
  void keep(Snapshot what, std::size_t epoch);
  bool step(std::size_t epoch, std::size_t k, double& loss);

  Problem& problem_;
  const TrainOptions& options_;
  nn::NamedParameters<float> parameters_;
  std::unique_ptr<optim::Optimizer> optimizer_;
  Rate rate_;
  EarlyStopping stopping_;
  Snapshot kept_;  // of the best epoch; without validation of the latest that is known to give a finite loss
  std::size_t kept_epoch_ = 0;
  std::vector<Epoch> history_;
};

/// Trains the problem to its end.
TrainReport run(Problem& problem, const TrainOptions& options, const Callbacks& callbacks, const Checkpoint* resume);

EDGEWISE_API_END
}  // namespace edgewise::train
