#include "activation.hpp"

#include "../ops/activation.hpp"

namespace edgewise::nn {

template <class Real>
BasicVariable<Real> activate(const BasicVariable<Real>& x, Activation activation) {
  switch (activation) {
    case Activation::elu:
      return ops::elu(x);
    case Activation::relu:
      return ops::relu(x);
    case Activation::gelu:
      break;
  }
  return ops::gelu(x);
}

template EDGEWISE_API BasicVariable<float> activate(const BasicVariable<float>&, Activation);
template EDGEWISE_API BasicVariable<double> activate(const BasicVariable<double>&, Activation);

}  // namespace edgewise::nn
