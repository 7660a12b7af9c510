#include "feed_forward.hpp"

#include "../ops/dropout.hpp"

namespace edgewise::nn {

template <class Real>
BasicFeedForward<Real>::BasicFeedForward(std::size_t width, std::size_t hidden, Activation activation, float dropout, Rng& rng)
    : lin1_(width, hidden, rng), lin2_(hidden, width, rng), activation_(activation), dropout_(dropout) {
  this->add_child("lin1", lin1_);
  this->add_child("lin2", lin2_);
}

template <class Real>
BasicVariable<Real> BasicFeedForward<Real>::forward(const BasicVariable<Real>& x, Pass& pass) const {
  BasicVariable<Real> inner = activate(lin1_.forward(x), activation_);
  if (pass.trains()) inner = ops::dropout(inner, dropout_, pass.next_key());
  return lin2_.forward(inner);
}

template class BasicFeedForward<float>;
template class BasicFeedForward<double>;

}  // namespace edgewise::nn
