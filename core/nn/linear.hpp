#pragma once
/// The affine layer.
#include "../../graph/api.hpp"
#include "../../graph/random.hpp"
#include "../input.hpp"
#include "module.hpp"

namespace edgewise::nn {
EDGEWISE_API_BEGIN

/// What shapes a linear layer.
struct LinearOptions {
  bool bias = true;     ///< adds one to every row
  bool glorot = false;  ///< weight uniform by Glorot's bound; else by Kaiming's, as PyTorch's Linear.  The bias starts by Kaiming's in both.
};

/// y = x * weight^T + bias.
/// Parameters  weight: out x in.  bias: 1 x out.
template <class Real>
class BasicLinear : public BasicModule<Real> {
 public:
  /// The same under a shorter name.
  using Options = LinearOptions;
  BasicLinear(std::size_t in, std::size_t out, Rng& rng, const Options& options = {});
  /// n x in becomes n x out; x may be sparse.  `plus` (n x out, or nothing) is added.
  BasicVariable<Real> forward(const BasicInput<Real>& x, const BasicVariable<Real>& plus = {}) const;
  /// The matrix, and its size:
  const BasicVariable<Real>& weight() const { return weight_; }
  std::size_t in() const { return weight_.cols(); }
  std::size_t out() const { return weight_.rows(); }

 private:
  BasicVariable<Real> weight_;
  BasicVariable<Real> bias_;
};

using Linear = BasicLinear<float>;
extern template class BasicLinear<float>;
extern template class BasicLinear<double>;

EDGEWISE_API_END
}  // namespace edgewise::nn
