// How a run is put into named tensors and numbers, and taken up again.
#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

#include "../../graph/error.hpp"
#include "run.hpp"

namespace edgewise::train {
namespace {

/// What a checkpoint holds, by name.
class Shelf {
 public:
  explicit Shelf(const Checkpoint& from) : from_(from) {}
  bool has(const std::string& name) const { return find(name) != from_.tensors.end(); }
  const Tensor& tensor(const std::string& name, const Variable& like) const {
    const auto found = find(name);
    if (found == from_.tensors.end()) fail<DataError>("resume: the checkpoint has no tensor '", name, "'; it belongs to another model");
    if (found->second.rows() != like.rows() || found->second.cols() != like.cols())
      fail<DataError>("resume: tensor '", name, "' of the checkpoint is ", found->second.rows(), " x ", found->second.cols(), ", the model has ",
                      like.rows(), " x ", like.cols());
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
  std::vector<std::pair<std::string, Tensor>>::const_iterator find(const std::string& name) const {
    return std::find_if(from_.tensors.begin(), from_.tensors.end(), [&](const auto& entry) { return entry.first == name; });
  }

  const Checkpoint& from_;
};

/// The buffers of the epoch that is kept.  Checkpoints of older versions hold none: those of the last epoch serve where it is the one kept, and
/// where they have stood still since the run began (scales do).
std::vector<Tensor> kept_buffers(const Shelf& shelf, const nn::Module& fresh, bool last_is_kept) {
  std::vector<Tensor> kept;
  for (const auto& [name, buffer] : fresh.buffers()) {
    const std::string named = "kept.buffer." + name;
    const Tensor& last = shelf.tensor("buffer." + name, buffer);
    if (!shelf.has(named) && !last_is_kept && !std::equal(last.values().begin(), last.values().end(), buffer.value().values().begin()))
      fail<DataError>("resume: the checkpoint has no tensor '", named, "'; an older edgewise wrote it, for which '", name,
                      "' did not belong to the best epoch; train anew");
    kept.push_back(shelf.has(named) ? shelf.tensor(named, buffer) : last);
  }
  return kept;
}

}  // namespace

Checkpoint Run::checkpoint() const {
  Checkpoint to;
  for (std::size_t k = 0; k < parameters_.size(); ++k) {
    to.tensors.emplace_back("parameter." + parameters_[k].first, parameters_[k].second.value());
    to.tensors.emplace_back("kept." + parameters_[k].first, kept_.parameters[k]);
  }
  const nn::NamedParameters<float> buffers = problem_.model().buffers();
  for (std::size_t k = 0; k < buffers.size(); ++k) {
    to.tensors.emplace_back("buffer." + buffers[k].first, buffers[k].second.value());
    to.tensors.emplace_back("kept.buffer." + buffers[k].first, kept_.buffers[k]);
  }
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

  optim::BasicOptimizerState<float> state;
  for (const auto& [name, tensor] : from.tensors)
    if (name.starts_with("optimizer.")) state.tensors.emplace_back(name.substr(10), tensor);
  for (const auto& [name, number] : from.numbers)
    if (name.starts_with("optimizer.")) state.numbers[name.substr(10)] = number;
  Snapshot last, kept;
  for (const auto& [name, parameter] : parameters_) {
    last.parameters.push_back(shelf.tensor("parameter." + name, parameter));
    kept.parameters.push_back(shelf.tensor("kept." + name, parameter));
  }
  for (const auto& [name, buffer] : problem_.model().buffers()) last.buffers.push_back(shelf.tensor("buffer." + name, buffer));
  const std::size_t kept_epoch = shelf.count("kept_epoch"), waited = shelf.count("stopping.waited"), plateau_waited = shelf.count("plateau.waited");
  kept.buffers = kept_buffers(shelf, problem_.model(), kept_epoch == from.history.size());
  optimizer_->restore(state);

  // Everything has been found: from here on nothing throws.
  last.put_back(problem_.model());
  kept_ = std::move(kept);
  kept_epoch_ = kept_epoch;
  stopping_.restore({shelf.number("stopping.loss", kInfinity), shelf.number("stopping.score", -kInfinity), waited});
  rate_.restore({shelf.number("plateau.rate", static_cast<double>(options_.lr)), shelf.number("plateau.best", kInfinity), plateau_waited});
  history_ = from.history;
}

}  // namespace edgewise::train
