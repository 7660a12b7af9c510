#include "mlp.hpp"

#include <string>

#include "../../graph/error.hpp"
#include "../ops/dropout.hpp"

namespace edgewise::nn {

template <class Real>
BasicMlp<Real>::BasicMlp(const std::vector<std::size_t>& widths, Activation activation, float dropout, Rng& rng)
    : activation_(activation), dropout_(dropout) {
  if (widths.size() < 2) fail<UsageError>("mlp: ", widths.size(), " widths, expected at least two (in and out)");
  for (std::size_t k = 0; k + 1 < widths.size(); ++k) {
    layers_.emplace_back(widths[k], widths[k + 1], rng);
    this->add_child("lins." + std::to_string(k), layers_.back());
  }
}

template <class Real>
BasicVariable<Real> BasicMlp<Real>::forward(const BasicInput<Real>& x, Pass& pass) const {
  BasicVariable<Real> y = layers_.front().forward(x);
  for (std::size_t k = 1; k < layers_.size(); ++k) {
    y = activate(y, activation_);
    if (pass.trains()) y = ops::dropout(y, dropout_, pass.next_key());
    y = layers_[k].forward(y);
  }
  return y;
}

template class BasicMlp<float>;
template class BasicMlp<double>;

}  // namespace edgewise::nn
