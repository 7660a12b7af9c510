#pragma once
/// Stochastic gradient descent, with a heavy ball when asked for.
#include "../../graph/api.hpp"
#include "optimizer.hpp"

namespace edgewise::optim {
EDGEWISE_API_BEGIN

/// What shapes gradient descent.
struct SgdOptions {
  double momentum = 0.9;      ///< share of the last direction that is kept, [0, 1)
  double weight_decay = 0.0;  ///< >= 0, added to the gradient
  bool nesterov = false;      ///< look ahead along the momentum (momentum > 0)
};

/// With g the gradient plus weight_decay * p:
///   b = g at the first step, momentum * b + g after;   p = p - lr * b   (nesterov: p - lr * (g + momentum * b))
/// Cost     One pass over parameter, gradient and momentum (one table of the parameter's size is kept).
/// Throws   UsageError when an option is out of its range.
/// Source   Sutskever et al. 2013 (ICML), in PyTorch's form: the learning rate stands outside of b.
template <class Real>
class BasicSgd : public BasicOptimizer<Real> {
 public:
  BasicSgd(const nn::NamedParameters<Real>& parameters, const SgdOptions& options);

 private:
  using typename BasicOptimizer<Real>::Slot;
  void update(Slot& slot, double lr) override;
  SgdOptions options_;
};

using Sgd = BasicSgd<float>;
extern template class BasicSgd<float>;
extern template class BasicSgd<double>;

EDGEWISE_API_END
}  // namespace edgewise::optim
