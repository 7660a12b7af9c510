#pragma once
/// What one run trains: a model over data, cut into steps.  The run knows nothing else of either.
#include "../../graph/api.hpp"
#include "objective.hpp"

namespace edgewise::train {
EDGEWISE_API_BEGIN

/// Where `run` gets its losses from; node_problem.hpp and graph_problem.hpp are the two there are.
class Problem {
 public:
  virtual ~Problem() = default;
  /// What is trained, and what it is judged by:
  virtual const nn::Module& model() const = 0;
  virtual const Objective& objective() const = 0;
  /// Steps in an epoch, >= 1; the same in every epoch.
  virtual std::size_t steps() const = 0;
  /// What step k (from 0) counts in the mean loss of an epoch; 1 where there is one step.
  virtual double weight(std::size_t k) const = 0;
  /// The loss of step k of epoch `epoch` (from 1), 1 x 1; a function of both and of the parameters alone.
  virtual Variable loss(std::size_t epoch, std::size_t k, nn::Pass& pass) = 0;
  /// Raw output with a row for every target; only rows that the objective watches need be right.
  virtual Tensor validation_output() const = 0;
  /// The training loss as it stands, with nothing dropped.
  virtual double settled_loss() const = 0;
};

EDGEWISE_API_END
}  // namespace edgewise::train
