#include "column_scale.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "../../graph/error.hpp"
#include "../ops/elementwise.hpp"

namespace edgewise::models {
namespace {

/// Sums of one column, in double.
struct Moments {
  double count = 0, sum = 0, squares = 0;
  double mean() const { return count > 0 ? sum / count : 0; }
};

}  // namespace

// A constant column (up to rounding) is left as wide as it is: dividing by its noise would blow it up.
template <class Real>
Real deviation_of(double variance, double mean) {
  const double deviation = std::sqrt(std::max(variance, 0.0));
  return deviation > 1e-6 * std::abs(mean) && deviation > 0 ? static_cast<Real>(deviation) : Real(1);
}

template <class Real>
void column_moments(BasicView<const Real> x, std::span<const NodeId> rows, BasicTensor<Real>& mean, BasicTensor<Real>& deviation) {
  std::vector<Moments> columns(x.cols);
  for (const NodeId i : rows)
    for (std::size_t c = 0; c < x.cols; ++c) {
      if (std::isnan(x(i, c))) continue;
      ++columns[c].count;
      columns[c].sum += static_cast<double>(x(i, c));
    }
  for (const NodeId i : rows)
    for (std::size_t c = 0; c < x.cols; ++c) {
      if (std::isnan(x(i, c))) continue;
      const double around = static_cast<double>(x(i, c)) - columns[c].mean();
      columns[c].squares += around * around;
    }
  for (std::size_t c = 0; c < x.cols; ++c) {
    mean(0, c) = static_cast<Real>(columns[c].mean());
    deviation(0, c) = deviation_of<Real>(columns[c].count > 0 ? columns[c].squares / columns[c].count : 0, columns[c].mean());
  }
}

template <class Real>
BasicColumnScale<Real>::BasicColumnScale(std::size_t columns) {
  mean_ = this->add_buffer("mean", BasicTensor<Real>(1, columns));
  deviation_ = this->add_buffer("deviation", BasicTensor<Real>::filled(1, columns, Real(1)));
}

template <class Real>
void BasicColumnScale<Real>::learn(BasicView<const Real> x, std::span<const NodeId> rows) {
  if (x.cols != mean().cols()) fail<ShapeError>("column scale: got ", x.cols, " columns, the model has ", mean().cols());
  column_moments(x, rows, mean_.mutable_value(), deviation_.mutable_value());
}

template <class Real>
BasicVariable<Real> BasicColumnScale<Real>::leave(const BasicVariable<Real>& y) const {
  return ops::scale_columns(y, deviation(), mean());
}

#define EDGEWISE_INSTANTIATE(Real)                                                                                                   \
  template EDGEWISE_API void column_moments(BasicView<const Real>, std::span<const NodeId>, BasicTensor<Real>&, BasicTensor<Real>&); \
  template EDGEWISE_API Real deviation_of(double, double);                                                                           \
  template class BasicColumnScale<Real>;
EDGEWISE_INSTANTIATE(float)
EDGEWISE_INSTANTIATE(double)
#undef EDGEWISE_INSTANTIATE

}  // namespace edgewise::models
