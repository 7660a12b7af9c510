#pragma once
/// What every layer is: named parameters, and a forward pass that is told whether it trains.
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "../../graph/api.hpp"
#include "../autograd.hpp"
#include "../random_key.hpp"

namespace edgewise::nn {
EDGEWISE_API_BEGIN

/// One trip through a model.  While training it hands out the keys of the random masks, in the order in which layers ask;
/// at prediction nothing is dropped and nothing is drawn.
class Pass {
 public:
  /// Prediction.
  Pass() = default;
  /// Step `step` of a training run with `seed`.
  static Pass training(std::uint64_t seed, std::uint64_t step) {
    Pass pass;
    pass.training_ = true;
    pass.seed_ = seed;
    pass.step_ = step;
    return pass;
  }
  /// Whether this is training.
  bool trains() const { return training_; }
  /// The key of the next random mask.
  RandomKey next_key() { return RandomKey::of(seed_, step_, site_++); }

 private:
  bool training_ = false;
  std::uint64_t seed_ = 0;
  std::uint64_t step_ = 0;
  std::uint64_t site_ = 0;
};

/// Named tensors of a layer, in the order in which they are stored: "layer.0.weight".
template <class Real>
using NamedParameters = std::vector<std::pair<std::string, BasicVariable<Real>>>;

/// Base of all layers.  A layer registers its parameters and children in its constructor; copies share parameters.
template <class Real>
class BasicModule {
 public:
  virtual ~BasicModule() = default;
  /// Every trainable tensor below this layer, with dotted names.
  NamedParameters<Real> parameters() const;
  /// Tensors that belong to the state but are not trained (running means).
  NamedParameters<Real> buffers() const;

 protected:
  BasicModule() = default;
  BasicModule(const BasicModule&) = default;
  BasicModule& operator=(const BasicModule&) = default;
  /// Registers a tensor under `name` and gives the handle to keep: trained, or a buffer that only belongs to the state:
  BasicVariable<Real> add_parameter(std::string name, BasicTensor<Real> value);
  BasicVariable<Real> add_buffer(std::string name, BasicTensor<Real> value);
  /// The child's tensors appear under `name.`, or as if they were our own where `name` is empty; the child keeps owning them.
  void add_child(const std::string& name, const BasicModule& child);

 private:
  NamedParameters<Real> parameters_;
  NamedParameters<Real> buffers_;
};

using Module = BasicModule<float>;
extern template class BasicModule<float>;
extern template class BasicModule<double>;

EDGEWISE_API_END
}  // namespace edgewise::nn
