#include "run.hpp"

#include <cmath>

#include "../optim/adam.hpp"
#include "../optim/clip.hpp"
#include "../optim/sgd.hpp"

namespace edgewise::train {
namespace {

std::unique_ptr<optim::Optimizer> make_optimizer(const nn::NamedParameters<float>& parameters, const TrainOptions& options) {
  const auto decay = static_cast<double>(options.weight_decay);
  if (options.optimizer == Optimizer::sgd)
    return std::make_unique<optim::Sgd>(parameters, optim::SgdOptions{.momentum = static_cast<double>(options.momentum), .weight_decay = decay});
  return std::make_unique<optim::Adam>(parameters, optim::AdamOptions{.weight_decay = decay, .decoupled = options.optimizer == Optimizer::adamw});
}

}  // namespace

Run::Run(Problem& problem, const TrainOptions& options)
    : problem_(problem),
      options_(options),
      parameters_(problem.model().parameters()),
      optimizer_(make_optimizer(parameters_, options)),
      rate_(options),
      stopping_(options.monitor, options.patience),
      kept_(Snapshot::of(problem.model())) {
  optimizer_->clear_gradients();  // those of somebody else's backward pass
}

void Run::keep(Snapshot what, std::size_t epoch) {
  kept_ = std::move(what);
  kept_epoch_ = epoch;
}

/// False when the loss or a gradient is not finite; the parameters are then as they were.
bool Run::step(std::size_t epoch, std::size_t k, double& loss) {
  const std::size_t steps = problem_.steps();
  const bool first = k == 0 && !problem_.objective().watches();
  Snapshot settled;  // taken before the forward pass, which moves running moments already
  if (first) settled = Snapshot::of(problem_.model());
  nn::Pass pass = nn::Pass::training(options_.seed, (epoch - 1) * steps + k + 1);
  Variable value = problem_.loss(epoch, k, pass);
  loss = static_cast<double>(value.value()(0, 0));
  if (!std::isfinite(loss)) return false;
  if (first) keep(std::move(settled), epoch - 1);
  value.backward();
  value = {};
  const double norm = options_.clip > 0 ? optim::clip_gradients(parameters_, static_cast<double>(options_.clip)) : optim::gradient_norm(parameters_);
  if (std::isfinite(norm)) optimizer_->step(rate_.of(epoch, k, steps));
  optimizer_->clear_gradients();
  return std::isfinite(norm);
}

bool Run::epoch() {
  const Objective& objective = problem_.objective();
  Epoch now;
  now.epoch = history_.size() + 1;
  now.lr = rate_.of(now.epoch, 0, problem_.steps());

  double sum = 0, weight = 0;
  for (std::size_t k = 0; k < problem_.steps(); ++k) {
    double loss = 0;
    if (!step(now.epoch, k, loss)) return false;
    sum += loss * problem_.weight(k);
    weight += problem_.weight(k);
  }
  now.train_loss = problem_.steps() == 1 ? sum : sum / weight;  // of one step: the loss itself, to the last bit

  now.best = !objective.watches();  // without validation the latest epoch is the one to keep
  if (objective.watches() && (now.epoch % options_.validate_every == 0 || now.epoch == options_.epochs)) {
    const Tensor output = problem_.validation_output();
    now.validation_loss = objective.validation_loss(output);
    if (!std::isfinite(*now.validation_loss)) return false;
    now.validation_score = objective.validation_score(output);
    now.best = stopping_.observe(*now.validation_loss, now.validation_score);
    if (now.best) keep(Snapshot::of(problem_.model()), now.epoch);
  }
  if (now.validation_loss || !objective.watches()) rate_.observe(now.validation_loss.value_or(now.train_loss));
  history_.push_back(now);
  return true;
}

TrainReport Run::finish(Stopped stopped) {
  TrainReport report;
  report.stopped = stopped;
  report.not_finite_epoch = stopped == Stopped::not_finite ? history_.size() + 1 : 0;
  if (!problem_.objective().watches() && stopped != Stopped::not_finite) {
    // The last step has not been looked at yet: is what it led to still a number?
    if (std::isfinite(problem_.settled_loss())) {
      keep(Snapshot::of(problem_.model()), history_.size());
    } else {
      report.stopped = Stopped::not_finite;
      report.not_finite_epoch = history_.size();
    }
  }
  kept_.put_back(problem_.model());
  report.best_epoch = kept_epoch_;
  report.history = std::move(history_);
  return report;
}

TrainReport run(Problem& problem, const TrainOptions& options, const Callbacks& callbacks, const Checkpoint* resume) {
  Run run(problem, options);
  if (resume != nullptr) run.restore(*resume);
  while (run.more()) {
    if (!run.epoch()) return run.finish(Stopped::not_finite);
    if (callbacks.on_epoch) callbacks.on_epoch(run.last());
    const bool interrupted = run.more() && callbacks.interrupted && callbacks.interrupted();
    const bool due = callbacks.checkpoint_every > 0 && run.last().epoch % callbacks.checkpoint_every == 0;
    if ((interrupted || due) && callbacks.save_checkpoint) callbacks.save_checkpoint(run.checkpoint());
    if (interrupted) return run.finish(Stopped::interrupted);
  }
  if (callbacks.ended) callbacks.ended(run.checkpoint());
  return run.finish(run.last().epoch < options.epochs ? Stopped::early : Stopped::finished);
}

}  // namespace edgewise::train
