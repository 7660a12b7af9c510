#pragma once
/// The two-layer perceptron of a transformer block.
#include "../../graph/api.hpp"
#include "activation.hpp"
#include "linear.hpp"

namespace edgewise::nn {
EDGEWISE_API_BEGIN

/// y = lin2(drop(activate(lin1(x)))), width -> hidden -> width.
/// Parameters  lin1.weight, lin1.bias, lin2.weight, lin2.bias.
template <class Real>
class BasicFeedForward : public BasicModule<Real> {
 public:
  BasicFeedForward(std::size_t width, std::size_t hidden, Activation activation, float dropout, Rng& rng);
  /// n x width stays n x width.
  BasicVariable<Real> forward(const BasicVariable<Real>& x, Pass& pass) const;

 private:
  BasicLinear<Real> lin1_;
  BasicLinear<Real> lin2_;
  Activation activation_;
  float dropout_;
};

using FeedForward = BasicFeedForward<float>;
extern template class BasicFeedForward<float>;
extern template class BasicFeedForward<double>;

EDGEWISE_API_END
}  // namespace edgewise::nn
