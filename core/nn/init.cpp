#include "init.hpp"

#include <cmath>

namespace edgewise::nn {

template <class Real>
BasicTensor<Real> uniform(std::size_t rows, std::size_t cols, double bound, Rng& rng) {
  BasicTensor<Real> table = BasicTensor<Real>::uninitialized(rows, cols);
  for (Real& value : table.values()) value = static_cast<Real>(bound * (2 * rng.uniform() - 1));
  return table;
}

double glorot_bound(std::size_t rows, std::size_t cols) { return rows + cols > 0 ? std::sqrt(6.0 / static_cast<double>(rows + cols)) : 0; }
double kaiming_bound(std::size_t in) { return in > 0 ? 1 / std::sqrt(static_cast<double>(in)) : 0; }

template EDGEWISE_API BasicTensor<float> uniform(std::size_t, std::size_t, double, Rng&);
template EDGEWISE_API BasicTensor<double> uniform(std::size_t, std::size_t, double, Rng&);

}  // namespace edgewise::nn
