#include "extra_scale.hpp"

#include <cmath>
#include <limits>

#include "../../graph/error.hpp"
#include "../../graph/rows.hpp"
#include "column_scale.hpp"

namespace edgewise::models {
namespace {

constexpr std::size_t kRows = 64;  // one task
constexpr int kFar = 3;            // deviations from which on only the logarithm grows

template <class Real>
Real settled(Real s) {
  if (!std::isfinite(s)) return 0;
  const Real size = std::abs(s), far = Real(kFar);
  return size <= far ? s : std::copysign(far + std::log(size - far + 1), s);
}

}  // namespace

template <class Real>
BasicExtraScale<Real>::BasicExtraScale(std::size_t columns) {
  mean_ = this->add_buffer("mean", BasicTensor<Real>(1, columns));
  deviation_ = this->add_buffer("deviation", BasicTensor<Real>::filled(1, columns, Real(1)));
}

template <class Real>
void BasicExtraScale<Real>::learn(BasicView<const Real> x, std::span<const NodeId> rows) {
  BasicTensor<Real>&mean = mean_.mutable_value(), &deviation = deviation_.mutable_value();
  if (x.cols != mean.cols()) fail<ShapeError>("extra scale: got ", x.cols, " columns, the model has ", mean.cols());
  BasicTensor<Real> finite = BasicTensor<Real>::copy(x);
  for (Real& value : finite.values())
    if (!std::isfinite(value)) value = std::numeric_limits<Real>::quiet_NaN();
  column_moments<Real>(finite.view(), rows, mean, deviation);
  for (std::size_t c = 0; c < x.cols; ++c) {
    bool bits = true;
    for (const NodeId i : rows) bits = bits && (finite(i, c) == 0 || finite(i, c) == 1);
    if (!bits) continue;
    mean(0, c) = 0;
    deviation(0, c) = 1;
  }
}

template <class Real>
BasicVariable<Real> BasicExtraScale<Real>::forward(const BasicTensor<Real>& x) const {
  if (x.cols() != mean_.cols()) fail<ShapeError>("extra scale: got ", x.cols(), " columns, the model has ", mean_.cols());
  BasicTensor<Real> y = BasicTensor<Real>::uninitialized(x.rows(), x.cols());
  parallel_ranges(x.rows(), kRows, [&](std::size_t first, std::size_t last) {
    const Real *const mean = mean_.value().data(), *const deviation = deviation_.value().data();
    for (std::size_t i = first; i < last; ++i)
      for (std::size_t c = 0; c < x.cols(); ++c) y(i, c) = settled((x(i, c) - mean[c]) / deviation[c]);
  });
  return BasicVariable<Real>(std::move(y));
}

template class BasicExtraScale<float>;
template class BasicExtraScale<double>;

}  // namespace edgewise::models
