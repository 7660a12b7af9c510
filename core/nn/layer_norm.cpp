#include "layer_norm.hpp"

#include "../ops/norm_branch.hpp"
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

template <class Real>
BasicVariable<Real> BasicLayerNorm<Real>::branch(const BasicVariable<Real>& x, std::optional<Activation> activation,
                                                 const BasicVariable<Real>& plus) const {
  return ops::norm_branch(x, weight_, bias_, activation, plus);
}

template class BasicLayerNorm<float>;
template class BasicLayerNorm<double>;

}  // namespace edgewise::nn
