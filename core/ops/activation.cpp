#include "activation.hpp"

#include <cmath>
#include <numbers>
#include <type_traits>

#include "../kernels/passes.hpp"
#include "passes.hpp"

namespace edgewise::ops {
namespace {

/// y = f(x) with dx = dy * f'(x).  value(from, to, count) computes a stretch of f; slope(x, y, dy, dx, count) one of dx from f's argument, its
/// value and dy.
template <class Real, class Value, class Slope>
BasicVariable<Real> map_stretches(const BasicVariable<Real>& x, Value value, Slope slope) {
  BasicTensor<Real> y = BasicTensor<Real>::uninitialized(x.rows(), x.cols());
  const Real* const from = x.value().data();
  Real* const to = y.data();
  detail::for_values(y.size(), [=](std::size_t first, std::size_t last) { value(from + first, to + first, last - first); });

  return record<Real>(std::move(y), {x}, [x, slope](const BasicTensor<Real>& grad, const BasicTensor<Real>& result) {
    BasicTensor<Real> part = BasicTensor<Real>::uninitialized(x.rows(), x.cols());
    const Real *const in = x.value().data(), *const out = result.data(), *const g = grad.data();
    Real* const dx = part.data();
    detail::for_values(part.size(),
                       [=](std::size_t first, std::size_t last) { slope(in + first, out + first, g + first, dx + first, last - first); });
    x.accumulate(std::move(part));
  });
}

/// f and f' for one value made into stretches.
template <class Value>
auto each(Value value) {
  return [value](const auto* from, auto* to, std::size_t count) {
    for (std::size_t k = 0; k < count; ++k) to[k] = value(from[k]);
  };
}
template <class Slope>
auto each_slope(Slope slope) {
  return [slope](const auto* x, const auto* y, const auto* dy, auto* __restrict dx, std::size_t count) {  // dx is new: nothing else lies there
    for (std::size_t k = 0; k < count; ++k) dx[k] = dy[k] * slope(x[k], y[k]);
  };
}
template <class Real, class Value, class Slope>
BasicVariable<Real> map(const BasicVariable<Real>& x, Value value, Slope slope) {
  return map_stretches(x, each(value), each_slope(slope));
}

template <class Real>
Real normal_below(Real x) {
  return Real(0.5) * std::erfc(-x * (std::numbers::sqrt2_v<Real> / 2));
}

}  // namespace

// Comparisons are written so that a NaN stays a NaN and reaches the loss, where it is reported.
template <class Real>
BasicVariable<Real> relu(const BasicVariable<Real>& x) {
  return map(
      x, [](Real v) { return v <= 0 ? Real(0) : v; }, [](Real v, Real) { return static_cast<Real>(!(v <= 0)); });
}

template <class Real>
BasicVariable<Real> leaky_relu(const BasicVariable<Real>& x, Real slope) {
  return map(
      x, [slope](Real v) { return v > 0 ? v : slope * v; }, [slope](Real v, Real) { return v > 0 ? Real(1) : slope; });
}

template <class Real>
BasicVariable<Real> elu(const BasicVariable<Real>& x) {
  // d/dx (exp(x) - 1) = exp(x) = y + 1, and y > 0 where x > 0: min(y, 0) + 1.  Without a comparison, which compilers turn into a branch:
  // half of all signs are a surprise to the processor.
  const auto slope = [](Real, Real y) { return (y - std::abs(y)) / 2 + 1; };
  if constexpr (std::is_same_v<Real, float>)
    return map_stretches(x, kernels::elu, each_slope(slope));
  else
    return map(
        x, [](Real v) { return v > 0 ? v : std::expm1(v); }, slope);
}

template <class Real>
BasicVariable<Real> gelu(const BasicVariable<Real>& x) {
  if constexpr (std::is_same_v<Real, float>)
    return map_stretches(x, kernels::gelu, [](const float* v, const float*, const float* dy, float* dx, std::size_t count) {
      kernels::gelu_slope(v, dx, count);
      for (std::size_t k = 0; k < count; ++k) dx[k] *= dy[k];
    });
  else
    return map(
        x, [](Real v) { return v * normal_below(v); },
        [](Real v, Real) {
          const Real density = std::exp(-v * v / 2) * (std::numbers::inv_sqrtpi_v<Real> * std::numbers::sqrt2_v<Real> / 2);
          return normal_below(v) + v * density;
        });
}

template <class Real>
BasicVariable<Real> activate(const BasicVariable<Real>& x, Activation activation) {
  switch (activation) {
    case Activation::elu:
      return elu(x);
    case Activation::relu:
      return relu(x);
    case Activation::gelu:
      break;
  }
  return gelu(x);
}

#define EDGEWISE_INSTANTIATE(Real)                                                        \
  template EDGEWISE_API BasicVariable<Real> relu(const BasicVariable<Real>&);             \
  template EDGEWISE_API BasicVariable<Real> leaky_relu(const BasicVariable<Real>&, Real); \
  template EDGEWISE_API BasicVariable<Real> elu(const BasicVariable<Real>&);              \
  template EDGEWISE_API BasicVariable<Real> gelu(const BasicVariable<Real>&);             \
  template EDGEWISE_API BasicVariable<Real> activate(const BasicVariable<Real>&, Activation);
EDGEWISE_INSTANTIATE(float)
EDGEWISE_INSTANTIATE(double)
#undef EDGEWISE_INSTANTIATE

}  // namespace edgewise::ops
