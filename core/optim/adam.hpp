#pragma once
/// Adam and AdamW: steps of about the learning rate, whatever the size of the gradient.
#include "../../graph/api.hpp"
#include "optimizer.hpp"

namespace edgewise::optim {
EDGEWISE_API_BEGIN

/// What shapes Adam and AdamW.
struct AdamOptions {
  double beta1 = 0.9;         ///< memory of the mean gradient, [0, 1)
  double beta2 = 0.999;       ///< memory of the mean squared gradient, [0, 1)
  double epsilon = 1e-8;      ///< > 0, added to the root
  double weight_decay = 0.0;  ///< >= 0
  bool decoupled = false;     ///< false: Adam, decay is added to the gradient; true: AdamW, decay shrinks the parameter itself
};

/// With g the gradient (plus weight_decay * p unless decoupled) and t the steps so far, this one included:
///   m = beta1 * m + (1 - beta1) * g;   v = beta2 * v + (1 - beta2) * g^2
///   p = p - lr / (1 - beta1^t) * m / (sqrt(v / (1 - beta2^t)) + epsilon);   decoupled: first p = p * (1 - lr * weight_decay)
/// Cost     One pass over parameter, gradient and both moments (two tables of the parameter's size are kept).
/// Throws   UsageError when an option is out of its range.
/// Source   Kingma & Ba 2015, arXiv:1412.6980; decoupled: Loshchilov & Hutter 2019, arXiv:1711.05101.  Rounds as PyTorch does.
template <class Real>
class BasicAdam : public BasicOptimizer<Real> {
 public:
  BasicAdam(const nn::NamedParameters<Real>& parameters, const AdamOptions& options);

 private:
  using typename BasicOptimizer<Real>::Slot;
  void update(Slot& slot, double lr) override;
  AdamOptions options_;
};

using Adam = BasicAdam<float>;
extern template class BasicAdam<float>;
extern template class BasicAdam<double>;

EDGEWISE_API_END
}  // namespace edgewise::optim
