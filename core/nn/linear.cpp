#include "linear.hpp"

#include "../ops/linear.hpp"
#include "init.hpp"

namespace edgewise::nn {

template <class Real>
BasicLinear<Real>::BasicLinear(std::size_t in, std::size_t out, Rng& rng, const Options& options) {
  weight_ = this->add_parameter("weight", uniform<Real>(out, in, options.glorot ? glorot_bound(out, in) : kaiming_bound(in), rng));
  if (options.bias) bias_ = this->add_parameter("bias", uniform<Real>(1, out, kaiming_bound(in), rng));
}

template <class Real>
BasicVariable<Real> BasicLinear<Real>::forward(const BasicInput<Real>& x, const BasicVariable<Real>& plus) const {
  return ops::linear(x, weight_, bias_, plus);
}

template class BasicLinear<float>;
template class BasicLinear<double>;

}  // namespace edgewise::nn
