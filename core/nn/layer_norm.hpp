#pragma once
/// Layer normalisation with learned scale and shift.  Source: arXiv:1607.06450.
#include <optional>

#include "../../graph/api.hpp"
#include "activation.hpp"
#include "module.hpp"

namespace edgewise::nn {
EDGEWISE_API_BEGIN

/// Parameters  weight: 1 x width, starts at 1.  bias: 1 x width, starts at 0.
template <class Real>
class BasicLayerNorm : public BasicModule<Real> {
 public:
  explicit BasicLayerNorm(std::size_t width);
  /// ops::layer_norm with this layer's weight and bias.
  BasicVariable<Real> forward(const BasicVariable<Real>& x) const;
  /// ops::norm_branch with them: plus + activation(norm(x)).
  BasicVariable<Real> branch(const BasicVariable<Real>& x, std::optional<Activation> activation, const BasicVariable<Real>& plus) const;

 private:
  BasicVariable<Real> weight_;
  BasicVariable<Real> bias_;
};

using LayerNorm = BasicLayerNorm<float>;
extern template class BasicLayerNorm<float>;
extern template class BasicLayerNorm<double>;

EDGEWISE_API_END
}  // namespace edgewise::nn
