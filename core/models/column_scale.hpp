#pragma once
/// Mean and deviation of columns, learned once and kept in the model.
#include <span>

#include "../../graph/api.hpp"
#include "../../graph/ids.hpp"
#include "../nn/module.hpp"

namespace edgewise::models {
EDGEWISE_API_BEGIN

/// Mean and deviation (1 x cols each) of each column of x over `rows`, NaN left out; 0 and 1 where nothing is known, deviation 1 where a
/// column is constant up to rounding.  Two passes in double, so that a large mean costs no digits.
template <class Real>
void column_moments(BasicView<const Real> x, std::span<const NodeId> rows, BasicTensor<Real>& mean, BasicTensor<Real>& deviation);
/// The deviation that belongs to a variance; 1 where it is no more than rounding of the mean.
template <class Real>
Real deviation_of(double variance, double mean);

/// What a model does to its values at the end: in deviations from the mean inside, in the user's unit outside.
/// Buffers  mean, deviation: 1 x cols, 0 and 1 until they are learned.
template <class Real>
class BasicColumnScale : public nn::BasicModule<Real> {
 public:
  explicit BasicColumnScale(std::size_t columns);
  /// Throws ShapeError when the columns differ.
  void learn(BasicView<const Real> x, std::span<const NodeId> rows);
  /// y * deviation + mean.
  BasicVariable<Real> leave(const BasicVariable<Real>& y) const;
  /// What `leave` adds, and what it multiplies by, 1 x cols:
  const BasicTensor<Real>& mean() const { return mean_.value(); }
  const BasicTensor<Real>& deviation() const { return deviation_.value(); }

 private:
  BasicVariable<Real> mean_, deviation_;
};

extern template class BasicColumnScale<float>;
extern template class BasicColumnScale<double>;

EDGEWISE_API_END
}  // namespace edgewise::models
