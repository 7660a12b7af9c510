#pragma once
/// A perceptron of any depth, for rows without a graph (readouts, heads of models).
#include <vector>

#include "activation.hpp"
#include "linear.hpp"

namespace edgewise::nn {

/// Linear layers widths[0] -> widths[1] -> ... with the activation, then dropout, between them.
/// Parameters  lins.0.weight, lins.0.bias, lins.1.weight, ...
/// Throws      UsageError for fewer than two widths.
template <class Real>
class BasicMlp : public BasicModule<Real> {
 public:
  BasicMlp(const std::vector<std::size_t>& widths, Activation activation, float dropout, Rng& rng);
  BasicVariable<Real> forward(const BasicInput<Real>& x, Pass& pass) const;

 private:
  std::vector<BasicLinear<Real>> layers_;
  Activation activation_;
  float dropout_;
};

using Mlp = BasicMlp<float>;
extern template class BasicMlp<float>;
extern template class BasicMlp<double>;

}  // namespace edgewise::nn
