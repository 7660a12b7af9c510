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

std::vector<Tensor> snapshot(const nn::NamedParameters<float>& parameters) {
  std::vector<Tensor> values;
  values.reserve(parameters.size());
  for (const auto& [name, parameter] : parameters) values.push_back(parameter.value());
  return values;
}

void put_back(const nn::NamedParameters<float>& parameters, const std::vector<Tensor>& values) {
  for (std::size_t k = 0; k < values.size(); ++k) {
    Variable parameter = parameters[k].second;
    parameter.mutable_value() = values[k];
  }
}

Run::Run(models::NodeModel& model, const Dataset& data, const TrainOptions& options)
    : model_(model),
      data_(data),
      options_(options),
      parameters_(model.parameters()),
      objective_(data, options, model),
      optimizer_(make_optimizer(parameters_, options)),
      rate_(options),
      stopping_(options.monitor, options.patience),
      kept_(snapshot(parameters_)) {}

void Run::keep(std::size_t epoch) {
  kept_ = snapshot(parameters_);
  kept_epoch_ = epoch;
}

bool Run::epoch() {
  Epoch now;
  now.epoch = history_.size() + 1;
  now.lr = rate_.of(now.epoch);

  nn::Pass pass = nn::Pass::training(options_.seed, now.epoch);
  Variable loss = objective_.training_loss(model_.forward(data_.graph, data_.features, data_.arcs, pass));
  now.train_loss = static_cast<double>(loss.value()(0, 0));
  if (!std::isfinite(now.train_loss)) return false;
  if (!objective_.watches()) keep(now.epoch - 1);
  loss.backward();
  loss = {};
  const double norm = options_.clip > 0 ? optim::clip_gradients(parameters_, static_cast<double>(options_.clip)) : optim::gradient_norm(parameters_);
  if (std::isfinite(norm)) optimizer_->step(now.lr);
  optimizer_->clear_gradients();
  if (!std::isfinite(norm)) return false;

  now.best = true;  // without validation the latest epoch is the one to keep
  if (objective_.watches()) {
    const Tensor output = predict(model_, data_.graph, data_.features, data_.arcs);
    now.validation_loss = objective_.validation_loss(output);
    if (!std::isfinite(*now.validation_loss)) return false;
    now.validation_score = objective_.validation_score(output);
    now.best = stopping_.observe(*now.validation_loss, now.validation_score);
    if (now.best) keep(now.epoch);
  }
  rate_.observe(now.validation_loss.value_or(now.train_loss));
  history_.push_back(now);
  return true;
}

TrainReport Run::finish(Stopped stopped) {
  TrainReport report;
  report.stopped = stopped;
  report.not_finite_epoch = stopped == Stopped::not_finite ? history_.size() + 1 : 0;
  if (!objective_.watches() && stopped != Stopped::not_finite) {
    // The last step has not been looked at yet: is what it led to still a number?
    const Tensor output = predict(model_, data_.graph, data_.features, data_.arcs);
    const float loss = objective_.training_loss(Variable(output)).value()(0, 0);
    if (std::isfinite(loss)) {
      keep(history_.size());
    } else {
      report.stopped = Stopped::not_finite;
      report.not_finite_epoch = history_.size();
    }
  }
  put_back(parameters_, kept_);
  report.best_epoch = kept_epoch_;
  report.history = std::move(history_);
  return report;
}

}  // namespace edgewise::train
