#include "trainer.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "../../graph/error.hpp"
#include "../optim/adam.hpp"
#include "../optim/clip.hpp"
#include "../optim/schedule.hpp"
#include "../optim/sgd.hpp"
#include "objective.hpp"
#include "stopping.hpp"

namespace edgewise::train {
namespace {

void check_options(const TrainOptions& o) {
  const auto range = [](const char* option, auto got, const char* wanted) { fail<UsageError>("fit: ", option, " is ", got, ", expected ", wanted); };
  if (o.epochs == 0) range("epochs", o.epochs, "at least 1");
  if (!(o.lr > 0) || !std::isfinite(o.lr)) range("lr", o.lr, "a number above 0");
  if (!(o.weight_decay >= 0) || !std::isfinite(o.weight_decay)) range("weight decay", o.weight_decay, "a number of at least 0");
  if (!(o.momentum >= 0 && o.momentum < 1)) range("momentum", o.momentum, "a number in [0, 1)");
  if (!(o.clip >= 0)) range("clip", o.clip, "a number of at least 0");
  if (!(o.label_smoothing >= 0 && o.label_smoothing < 1)) range("label smoothing", o.label_smoothing, "a number in [0, 1)");
  if (o.warmup > 0 && o.schedule != Schedule::cosine) range("warmup", o.warmup, "0 unless the schedule is cosine");
  if (o.warmup >= o.epochs) range("warmup", o.warmup, "fewer epochs than the run has");
}

void check_model(const models::NodeModelOptions& model, const Dataset& data) {
  const auto fit_or_fail = [](const char* what, std::size_t got, std::size_t wanted) {
    if (got != wanted) fail<DataError>("fit: the data have ", got, " ", what, ", the model was made for ", wanted);
  };
  fit_or_fail("feature columns", cols_of(data.features), model.in);
  fit_or_fail("outputs", data.targets.outputs, model.out);
  fit_or_fail("edge feature columns", data.arcs.features ? data.arcs.features.cols() : 0, model.edge_features);
  if (data.arcs.type.empty() != (model.edge_types == 0) && data.graph.num_arcs() > 0)
    fail<DataError>("fit: the data have ", data.arcs.type.empty() ? "no " : "", "edge types, the model was made for ", model.edge_types);
  for (const std::uint32_t type : data.arcs.type)
    if (type >= model.edge_types) fail<DataError>("fit: an arc has type ", type, ", the model was made for ", model.edge_types);
}

std::unique_ptr<optim::Optimizer> make_optimizer(const nn::NamedParameters<float>& parameters, const TrainOptions& options) {
  const auto decay = static_cast<double>(options.weight_decay);
  if (options.optimizer == Optimizer::sgd)
    return std::make_unique<optim::Sgd>(parameters, optim::SgdOptions{.momentum = static_cast<double>(options.momentum), .weight_decay = decay});
  return std::make_unique<optim::Adam>(parameters, optim::AdamOptions{.weight_decay = decay, .decoupled = options.optimizer == Optimizer::adamw});
}

/// The learning rate of each epoch.
class Rate {
 public:
  explicit Rate(const TrainOptions& options)
      : options_(options), plateau_(static_cast<double>(options.lr), {.floor = 0.01 * static_cast<double>(options.lr)}) {}

  double of(std::size_t epoch) const {
    const auto lr = static_cast<double>(options_.lr);
    switch (options_.schedule) {
      case Schedule::constant:
        return lr;
      case Schedule::cosine:
        return optim::cosine_rate(lr, epoch - 1, options_.warmup, options_.epochs);
      case Schedule::plateau:
        break;
    }
    return plateau_.rate();
  }
  void observe(double loss) { plateau_.observe(loss); }  // counts under its own schedule, does no harm under the others
  const optim::Plateau::State& state() const { return plateau_.state(); }
  void restore(const optim::Plateau::State& state) { plateau_.restore(state); }

 private:
  const TrainOptions& options_;
  optim::Plateau plateau_;
};

/// Values of all parameters, set aside.
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

/// One training run: all that changes from epoch to epoch, and how it is saved and taken up again.
class Run {
 public:
  Run(models::NodeModel& model, const Dataset& data, const TrainOptions& options)
      : model_(model),
        data_(data),
        options_(options),
        parameters_(model.parameters()),
        objective_(data, options, model),
        optimizer_(make_optimizer(parameters_, options)),
        rate_(options),
        stopping_(options.monitor, options.patience),
        kept_(snapshot(parameters_)) {}

  void restore(const Checkpoint& from);
  Checkpoint checkpoint() const;

  bool more() const { return history_.size() < options_.epochs && !stopping_.exhausted(); }
  /// Trains one epoch.  False when the loss, a gradient or the validation loss is not finite; then nothing is added to the history.
  bool epoch();
  const Epoch& last() const { return history_.back(); }
  /// Puts the parameters to keep back into the model.
  TrainReport finish(Stopped stopped);

 private:
  void keep(std::size_t epoch) {
    kept_ = snapshot(parameters_);
    kept_epoch_ = epoch;
  }

  models::NodeModel& model_;
  const Dataset& data_;
  const TrainOptions& options_;
  nn::NamedParameters<float> parameters_;
  Objective objective_;
  std::unique_ptr<optim::Optimizer> optimizer_;
  Rate rate_;
  EarlyStopping stopping_;
  std::vector<Tensor> kept_;  // the best parameters; without validation the latest that are known to give a finite loss
  std::size_t kept_epoch_ = 0;
  std::vector<Epoch> history_;
};

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

/// Named tensors of one kind, under a prefix of their own.
class Shelf {
 public:
  explicit Shelf(const Checkpoint& from) : from_(from) {}
  const Tensor& tensor(const std::string& name, std::size_t rows, std::size_t cols) const {
    const auto found = std::find_if(from_.tensors.begin(), from_.tensors.end(), [&](const auto& entry) { return entry.first == name; });
    if (found == from_.tensors.end()) fail<DataError>("resume: the checkpoint has no tensor '", name, "'; it belongs to another model");
    if (found->second.rows() != rows || found->second.cols() != cols)
      fail<DataError>("resume: tensor '", name, "' of the checkpoint is ", found->second.rows(), " x ", found->second.cols(), ", the model has ",
                      rows, " x ", cols);
    return found->second;
  }
  double number(const std::string& name, double otherwise) const {
    const auto found = from_.numbers.find(name);
    return found == from_.numbers.end() ? otherwise : found->second;
  }
  std::size_t count(const std::string& name) const {
    const double value = number(name, -1);
    if (!(value >= 0)) fail<DataError>("resume: the checkpoint has no number '", name, "' of at least 0");
    return static_cast<std::size_t>(value);
  }

 private:
  const Checkpoint& from_;
};

Checkpoint Run::checkpoint() const {
  Checkpoint to;
  for (std::size_t k = 0; k < parameters_.size(); ++k) {
    to.tensors.emplace_back("parameter." + parameters_[k].first, parameters_[k].second.value());
    to.tensors.emplace_back("kept." + parameters_[k].first, kept_[k]);
  }
  for (const auto& [name, buffer] : model_.buffers()) to.tensors.emplace_back("buffer." + name, buffer.value());
  optim::BasicOptimizerState<float> state = optimizer_->state();
  for (auto& [name, tensor] : state.tensors) to.tensors.emplace_back("optimizer." + name, std::move(tensor));
  for (const auto& [name, number] : state.numbers) to.numbers["optimizer." + name] = number;

  const auto put = [&](const char* name, double value) {
    if (std::isfinite(value)) to.numbers[name] = value;  // infinity is what a missing number stands for
  };
  put("kept_epoch", static_cast<double>(kept_epoch_));
  put("stopping.loss", stopping_.state().loss);
  put("stopping.score", stopping_.state().score);
  put("stopping.waited", static_cast<double>(stopping_.state().waited));
  put("plateau.rate", rate_.state().rate);
  put("plateau.best", rate_.state().best);
  put("plateau.waited", static_cast<double>(rate_.state().waited));
  to.history = history_;
  return to;
}

void Run::restore(const Checkpoint& from) {
  const Shelf shelf(from);
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  const auto table = [&](const std::string& name, const Variable& like) { return shelf.tensor(name, like.rows(), like.cols()); };

  optim::BasicOptimizerState<float> state;
  for (const auto& [name, tensor] : from.tensors)
    if (name.starts_with("optimizer.")) state.tensors.emplace_back(name.substr(10), tensor);
  for (const auto& [name, number] : from.numbers)
    if (name.starts_with("optimizer.")) state.numbers[name.substr(10)] = number;
  std::vector<Tensor> parameters, kept, buffers;
  for (const auto& [name, parameter] : parameters_) {
    parameters.push_back(table("parameter." + name, parameter));
    kept.push_back(table("kept." + name, parameter));
  }
  for (const auto& [name, buffer] : model_.buffers()) buffers.push_back(table("buffer." + name, buffer));
  const std::size_t kept_epoch = shelf.count("kept_epoch"), waited = shelf.count("stopping.waited"), plateau_waited = shelf.count("plateau.waited");
  optimizer_->restore(state);

  // Everything has been found: from here on nothing throws.
  put_back(parameters_, parameters);
  put_back(model_.buffers(), buffers);
  kept_ = std::move(kept);
  kept_epoch_ = kept_epoch;
  stopping_.restore({shelf.number("stopping.loss", kInfinity), shelf.number("stopping.score", -kInfinity), waited});
  rate_.restore({shelf.number("plateau.rate", static_cast<double>(options_.lr)), shelf.number("plateau.best", kInfinity), plateau_waited});
  history_ = from.history;
}

}  // namespace

TrainReport fit(models::NodeModel& model, const Dataset& data, const TrainOptions& options, const Callbacks& callbacks, const Checkpoint* resume) {
  check_options(options);
  check(data);
  if (data.split.train.empty()) fail<UsageError>("fit: the split has no training nodes");
  check_model(model.options(), data);
  Run run(model, data, options);
  if (resume != nullptr) run.restore(*resume);
  while (run.more()) {
    if (!run.epoch()) return run.finish(Stopped::not_finite);
    if (callbacks.on_epoch) callbacks.on_epoch(run.last());
    const bool interrupted = run.more() && callbacks.interrupted && callbacks.interrupted();
    const bool due = callbacks.checkpoint_every > 0 && run.last().epoch % callbacks.checkpoint_every == 0;
    if ((interrupted || due) && callbacks.save_checkpoint) callbacks.save_checkpoint(run.checkpoint());
    if (interrupted) return run.finish(Stopped::interrupted);
  }
  return run.finish(run.last().epoch < options.epochs ? Stopped::early : Stopped::finished);
}

}  // namespace edgewise::train
