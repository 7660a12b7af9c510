#pragma once
/// For sources of this library only: 1 / (1 + e^-x), its exponential never overflowing.
#include <cmath>

namespace edgewise {

template <class Real>
Real sigmoid(Real x) {
  return x >= 0 ? 1 / (1 + std::exp(-x)) : std::exp(x) / (1 + std::exp(x));
}

}  // namespace edgewise
