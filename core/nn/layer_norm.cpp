#include "layer_norm.hpp"

#include "../ops/normalize.hpp"

namespace edgewise::nn {

template <class Real>
BasicLayerNorm<Real>::BasicLayerNorm(std::size_t width)
    : weight_(this->add_parameter("weight", BasicTensor<Real>::filled(1, width, Real(1)))),
      bias_(this->add_parameter("bias", BasicTensor<Real>(1, width))) {}

template <class Real>
BasicVariable<Real> BasicLayerNorm<Real>::forward(const BasicVariable<Real>& x) const {
  return ops::layer_norm(x, weight_, bias_);
}

template class BasicLayerNorm<float>;
template class BasicLayerNorm<double>;

}  // namespace edgewise::nn
