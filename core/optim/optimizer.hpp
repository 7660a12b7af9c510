#pragma once
/// What every optimiser is: parameters, what it remembers about each of them, and a step.
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "../../graph/api.hpp"
#include "../nn/module.hpp"

namespace edgewise::optim {
EDGEWISE_API_BEGIN

/// What an optimiser remembers between steps, by name: a file can hold it without knowing it.
template <class Real>
struct BasicOptimizerState {
  std::vector<std::pair<std::string, BasicTensor<Real>>> tensors;  ///< "<moment>.<parameter>", one of each kind per parameter
  std::map<std::string, double> numbers;                           ///< "steps.<parameter>"
};

/// Base of Adam, AdamW and SGD.
/// Threads  Entries are independent and cut into fixed ranges: the same bytes for any thread count.
template <class Real>
class BasicOptimizer {
 public:
  virtual ~BasicOptimizer() = default;
  BasicOptimizer(const BasicOptimizer&) = delete;
  BasicOptimizer& operator=(const BasicOptimizer&) = delete;

  /// Moves every parameter that has a gradient by one step at learning rate `lr`; the others, and what is remembered about
  /// them, stay as they are.
  void step(double lr);
  /// Empties the gradients, for the next backward pass to fill.
  void clear_gradients();

  /// All that is remembered, copied.
  BasicOptimizerState<Real> state() const;
  /// Takes up where `state` stood.  Throws DataError naming the tensor or number that is missing or of another shape.
  void restore(const BasicOptimizerState<Real>& state);

 protected:
  /// One parameter with its name, its moments (zero before the first step) and the number of steps it has made.
  struct Slot {
    std::string name;
    BasicVariable<Real> parameter;
    std::vector<BasicTensor<Real>> moments;
    std::uint64_t steps = 0;
  };
  BasicOptimizer(const nn::NamedParameters<Real>& parameters, std::vector<std::string> moments);
  /// One step of one parameter; `slot.steps` counts it already.
  virtual void update(Slot& slot, double lr) = 0;

 private:
  std::vector<std::string> moment_names_;
  std::vector<Slot> slots_;
};

using Optimizer = BasicOptimizer<float>;
extern template class BasicOptimizer<float>;
extern template class BasicOptimizer<double>;

EDGEWISE_API_END
}  // namespace edgewise::optim
