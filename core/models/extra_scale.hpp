#pragma once
/// What is known of a graph as a whole, fingerprints and descriptors side by side, made fit for a network.
#include <span>

#include "../../graph/api.hpp"
#include "../../graph/ids.hpp"
#include "../nn/module.hpp"

namespace edgewise::models {
EDGEWISE_API_BEGIN

/// Columns that held only 0 and 1 while learning (fingerprint bits) go through as they are.  In the others a value becomes its distance from
/// the mean in deviations, s; beyond 3 only the logarithm goes on growing, sign(s) * (3 + log(|s| - 2)), since descriptors have tails
/// that no deviation tames.  A missing value (NaN or infinite) becomes 0.
/// Buffers  mean, deviation: 1 x columns; 0 and 1 for bits, and until they are learned.
template <class Real>
class BasicExtraScale : public nn::BasicModule<Real> {
 public:
  explicit BasicExtraScale(std::size_t columns);
  /// From the given rows, values that are not finite left out.  Throws ShapeError when the columns differ.
  void learn(BasicView<const Real> x, std::span<const NodeId> rows);
  /// A value without a gradient: nobody asks what a fingerprint's bit would be worth between 0 and 1.
  BasicVariable<Real> forward(const BasicTensor<Real>& x) const;

 private:
  BasicVariable<Real> mean_, deviation_;
};

extern template class BasicExtraScale<float>;
extern template class BasicExtraScale<double>;

EDGEWISE_API_END
}  // namespace edgewise::models
