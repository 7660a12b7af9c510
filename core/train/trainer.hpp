#pragma once
/// Training: epochs, early stopping, exact resume; here of node models, in graph_trainer.hpp of graph models.  What they predict: predict.hpp.
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "../../graph/api.hpp"
#include "../models/node_model.hpp"
#include "dataset.hpp"
#include "predict.hpp"

namespace edgewise::train {
EDGEWISE_API_BEGIN

/// How the learning rate moves (optim/schedule.hpp).
enum class Schedule { constant, cosine, plateau };
/// Who moves the parameters (optim/).
enum class Optimizer { adam, adamw, sgd };
/// Whether rare classes weigh more (objective.hpp).
enum class ClassWeights { none, balanced };
/// What "best epoch" means on the validation set; the rules stand in stopping.hpp.
enum class Monitor { score, roc_auc, loss, loss_and_score };

/// What shapes a training run.
struct TrainOptions {
  std::size_t epochs = 200;        ///< >= 1
  std::size_t patience = 50;       ///< looks at the validation set without a better result before stopping; 0: never stop early
  std::size_t validate_every = 1;  ///< >= 1; epochs from one look at the validation set to the next.  The last epoch is always looked at
  Monitor monitor =
      Monitor::score;  ///< accuracy, ROC-AUC (multilabel) or -RMSE; ROC-AUC (two classes, multilabel); the loss; or score or loss getting better
  Optimizer optimizer = Optimizer::adam;            ///< adam, adamw or sgd
  float lr = 0.005F;                                ///< > 0
  float weight_decay = 5e-4F;                       ///< L2 for adam and sgd, decoupled for adamw
  float momentum = 0.9F;                            ///< of sgd
  Schedule schedule = Schedule::constant;           ///< plateau: halved after more than 10 epochs without a lower validation (or else training) loss
  std::size_t warmup = 0;                           ///< epochs of linear warm-up under cosine
  float clip = 0;                                   ///< largest gradient norm; 0: unclipped
  float label_smoothing = 0;                        ///< [0, 1)
  ClassWeights class_weights = ClassWeights::none;  ///< balanced: each class weighs as much as any other
  std::size_t batch = 64;                           ///< graphs in a step; 0: all of them.  Nodes of one graph are always taken all at once
  std::uint64_t seed = 0;                           ///< of dropout, and of the order of graphs
};
/// Throws UsageError naming the option, what it got and the range.
void check(const TrainOptions& options);

/// One line of history.csv.
struct Epoch {
  std::size_t epoch = 0;                   ///< from 1
  double lr = 0;                           ///< the learning rate of its first step
  double train_loss = 0;                   ///< the mean over its steps, with dropout as trained
  std::optional<double> validation_loss;   ///< where the validation set was looked at
  std::optional<double> validation_score;  ///< as the monitor asks
  bool best = false;                       ///< better than all before
};

/// Everything that a later `fit` needs to go on as if it had never stopped: parameters and buffers, those of the best epoch, optimiser
/// moments, schedule, early-stopping counters and history.  Named tensors and named finite numbers: a file holds them without knowing them.
struct Checkpoint {
  std::vector<std::pair<std::string, Tensor>> tensors;  ///< by name, in the order in which they are written
  std::map<std::string, double> numbers;                ///< finite
  std::vector<Epoch> history;                           ///< so far
};

/// How the trainer reaches the outside.  Core knows no files and no clocks.
struct Callbacks {
  std::function<void(const Epoch&)> on_epoch = {};              ///< after each epoch
  std::function<bool()> interrupted = {};                       ///< asked after each epoch: true saves and stops
  std::function<void(const Checkpoint&)> save_checkpoint = {};  ///< when interrupted, and every `checkpoint_every` epochs
  std::size_t checkpoint_every = 0;                             ///< 0: only when interrupted
  std::function<void(Checkpoint)> ended = {};  ///< after the last epoch: a `fit` that resumes here trains nothing more and gives the same
};

/// Why a run ended.
enum class Stopped { finished, early, interrupted, not_finite };

/// How a run went.
struct TrainReport {
  std::vector<Epoch> history;           ///< of every epoch, those before a resume included
  std::size_t best_epoch = 0;           ///< the model ends with the parameters and buffers of this epoch
  Stopped stopped = Stopped::finished;  ///< why it ended
  std::size_t not_finite_epoch = 0;     ///< where the loss stopped being a number; the model is the last good one
};

/// Trains `model` on data.split.train, watching data.split.validation (without one, or without a target in it: no early stopping, the
/// last epoch is kept).  Learns the scales that the model's options ask for before the first step (models/scaling.hpp).
/// A loss, gradient or validation loss that is not finite stops the run; the model is then what it was at the best epoch, or at the
/// last one known to give a finite loss (best_epoch 0: before the first step).  Random masks follow from seed and epoch alone, so that a run
/// resumed from a checkpoint gives the bytes of one left alone; `options` and `data` must be the same.
/// Cost     Memory does not grow with the epochs, but for one Epoch each.
/// Throws   UsageError for options out of range or a split without training nodes that have a target; DataError for data or a
///          checkpoint that do not fit the model; what a callback throws.  The model is then as it was, its scales included.
/// Threads  Uses the caller's arena; the same bytes for any thread count.
TrainReport fit(models::NodeModel& model, const Dataset& data, const TrainOptions& options, const Callbacks& callbacks = {},
                const Checkpoint* resume = nullptr);

EDGEWISE_API_END
}  // namespace edgewise::train
