#pragma once
/// A perceptron of any depth, for rows without a graph (readouts, heads of models).
#include <vector>

#include "../../graph/api.hpp"
#include "activation.hpp"
#include "linear.hpp"

namespace edgewise::nn {
EDGEWISE_API_BEGIN

/// Linear layers widths[0] -> widths[1] -> ... with the activation, then dropout, between them.
/// Parameters  lins.0.weight, lins.0.bias, lins.1.weight, ...
/// Throws      UsageError for fewer than two widths.
template <class Real>
class BasicMlp : public BasicModule<Real> {
 public:
  BasicMlp(const std::vector<std::size_t>& widths, Activation activation, float dropout, Rng& rng);
  /// n x first width becomes n x last width; hidden values are dropped while training.
  BasicVariable<Real> forward(const BasicInput<Real>& x, Pass& pass) const;

 private:
  std::vector<BasicLinear<Real>> layers_;
  Activation activation_;
  float dropout_;
};

using Mlp = BasicMlp<float>;
extern template class BasicMlp<float>;
extern template class BasicMlp<double>;

EDGEWISE_API_END
}  // namespace edgewise::nn
