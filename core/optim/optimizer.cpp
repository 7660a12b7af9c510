#include "optimizer.hpp"

#include <algorithm>

#include "../../graph/error.hpp"

namespace edgewise::optim {

template <class Real>
BasicOptimizer<Real>::BasicOptimizer(const nn::NamedParameters<Real>& parameters, std::vector<std::string> moments)
    : moment_names_(std::move(moments)) {
  for (const auto& [name, parameter] : parameters) {
    Slot slot{name, parameter, {}, 0};
    for (std::size_t k = 0; k < moment_names_.size(); ++k) slot.moments.emplace_back(parameter.rows(), parameter.cols());
    slots_.push_back(std::move(slot));
  }
}

template <class Real>
void BasicOptimizer<Real>::step(double lr) {
  for (Slot& slot : slots_) {
    if (slot.parameter.grad().empty()) continue;
    ++slot.steps;
    update(slot, lr);
  }
}

template <class Real>
void BasicOptimizer<Real>::clear_gradients() {
  for (Slot& slot : slots_) slot.parameter.clear_grad();
}

template <class Real>
BasicOptimizerState<Real> BasicOptimizer<Real>::state() const {
  BasicOptimizerState<Real> state;
  for (const Slot& slot : slots_) {
    for (std::size_t k = 0; k < moment_names_.size(); ++k) state.tensors.emplace_back(moment_names_[k] + "." + slot.name, slot.moments[k]);
    state.numbers["steps." + slot.name] = static_cast<double>(slot.steps);
  }
  return state;
}

template <class Real>
void BasicOptimizer<Real>::restore(const BasicOptimizerState<Real>& state) {
  std::vector<Slot> slots = slots_;  // parameters are handles: only what is remembered gets copied
  for (Slot& slot : slots) {
    for (std::size_t k = 0; k < moment_names_.size(); ++k) {
      const std::string name = moment_names_[k] + "." + slot.name;
      const auto found = std::find_if(state.tensors.begin(), state.tensors.end(), [&](const auto& entry) { return entry.first == name; });
      if (found == state.tensors.end()) fail<DataError>("optimiser: the saved state has no tensor '", name, "'; was it made by another optimiser?");
      const BasicTensor<Real>& saved = found->second;
      BasicTensor<Real>& moment = slot.moments[k];
      if (saved.rows() != moment.rows() || saved.cols() != moment.cols())
        fail<DataError>("optimiser: saved tensor '", name, "' is ", saved.rows(), " x ", saved.cols(), ", expected ", moment.rows(), " x ",
                        moment.cols());
      moment = saved;
    }
    const auto steps = state.numbers.find("steps." + slot.name);
    if (steps == state.numbers.end() || !(steps->second >= 0))
      fail<DataError>("optimiser: the saved state has no number 'steps.", slot.name, "' of at least 0");
    slot.steps = static_cast<std::uint64_t>(steps->second);
  }
  slots_ = std::move(slots);
}

template class BasicOptimizer<float>;
template class BasicOptimizer<double>;

}  // namespace edgewise::optim
