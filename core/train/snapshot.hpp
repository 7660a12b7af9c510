#pragma once
/// What a model has learned, set aside and put back.
#include <vector>

#include "../../graph/api.hpp"
#include "../nn/module.hpp"

namespace edgewise::train {
EDGEWISE_API_BEGIN

/// The values of every tensor of a model: its parameters, and its buffers (running moments, scales), without which the parameters of an epoch do
/// not score what they scored then.
/// Cost     A copy of all of them.
struct Snapshot {
  std::vector<Tensor> parameters;  ///< in the order of the model's parameters()
  std::vector<Tensor> buffers;     ///< in the order of its buffers()

  /// The model as it stands.
  static Snapshot of(const nn::Module& model);
  /// Gives the values back to the model that they were taken of, or to one made alike.
  void put_back(const nn::Module& model) const;
};

/// What train() gives; when it throws, the model is what it was before.
template <class Train>
auto whole_or_unchanged(const nn::Module& model, Train&& train) {
  const Snapshot before = Snapshot::of(model);
  try {
    return train();
  } catch (...) {
    before.put_back(model);
    throw;
  }
}

EDGEWISE_API_END
}  // namespace edgewise::train
