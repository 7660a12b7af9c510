#include "batch_norm.hpp"

#include <cmath>

#include "affine.hpp"
#include "passes.hpp"

namespace edgewise::ops {

template <class Real>
BasicVariable<Real> batch_norm(const BasicVariable<Real>& x, const BasicVariable<Real>& weight, const BasicVariable<Real>& bias,
                               BasicVariable<Real> running_mean, BasicVariable<Real> running_variance, bool training, Real momentum, Real epsilon) {
  const std::size_t rows = x.rows(), cols = x.cols();
  detail::check_row("batch_norm", "weight", weight, cols);
  detail::check_row("batch_norm", "bias", bias, cols);
  detail::check_row("batch_norm", "running_mean", running_mean, cols);
  detail::check_row("batch_norm", "running_variance", running_variance, cols);
  const bool measured = training && rows >= 2;

  BasicTensor<Real> mean, inverse(1, cols);
  if (measured) {
    const Real share = Real(1) / static_cast<Real>(rows);
    mean = detail::sum_rows<Real>(rows, cols, [&](std::size_t first, std::size_t last, Real* sum) {
      for (std::size_t i = first; i < last; ++i)
        for (std::size_t c = 0; c < cols; ++c) sum[c] += x.value()(i, c);
    });
    for (Real& value : mean.values()) value *= share;
    const BasicTensor<Real> square = detail::sum_rows<Real>(rows, cols, [&](std::size_t first, std::size_t last, Real* sum) {
      for (std::size_t i = first; i < last; ++i)
        for (std::size_t c = 0; c < cols; ++c) sum[c] += (x.value()(i, c) - mean(0, c)) * (x.value()(i, c) - mean(0, c));
    });
    for (std::size_t c = 0; c < cols; ++c) {
      inverse(0, c) = 1 / std::sqrt(square(0, c) * share + epsilon);
      Real& running = running_mean.mutable_value()(0, c);
      running = (1 - momentum) * running + momentum * mean(0, c);
      Real& variance = running_variance.mutable_value()(0, c);
      variance = (1 - momentum) * variance + momentum * square(0, c) / static_cast<Real>(rows - 1);
    }
  } else {
    mean = running_mean.value();
    for (std::size_t c = 0; c < cols; ++c) inverse(0, c) = 1 / std::sqrt(running_variance.value()(0, c) + epsilon);
  }

  BasicTensor<Real> y = BasicTensor<Real>::uninitialized(rows, cols);
  detail::for_rows(rows, cols, [&](std::size_t first, std::size_t last) {
    for (std::size_t i = first; i < last; ++i)
      for (std::size_t c = 0; c < cols; ++c) y(i, c) = (x.value()(i, c) - mean(0, c)) * inverse(0, c) * weight.value()(0, c) + bias.value()(0, c);
  });

  return record<Real>(std::move(y), {x, weight, bias}, [=](const BasicTensor<Real>& grad, const BasicTensor<Real>&) {
    auto normed = [&](std::size_t i, std::size_t c) { return (x.value()(i, c) - mean(0, c)) * inverse(0, c); };
    detail::accumulate_affine(weight, bias, grad, normed);
    if (!x.requires_grad()) return;
    // As in layer_norm, down the columns; fixed moments pass the gradient straight through.
    BasicTensor<Real> mean_u(1, cols), mean_product(1, cols);
    if (measured) {
      const BasicTensor<Real> both = detail::sum_rows<Real>(rows, 2 * cols, [&](std::size_t first, std::size_t last, Real* sum) {
        for (std::size_t i = first; i < last; ++i)
          for (std::size_t c = 0; c < cols; ++c) {
            sum[c] += grad(i, c);
            sum[cols + c] += grad(i, c) * normed(i, c);
          }
      });
      for (std::size_t c = 0; c < cols; ++c) {
        mean_u(0, c) = both(0, c) / static_cast<Real>(rows);
        mean_product(0, c) = both(0, cols + c) / static_cast<Real>(rows);
      }
    }
    BasicTensor<Real> part = BasicTensor<Real>::uninitialized(rows, cols);
    detail::for_rows(rows, cols, [&](std::size_t first, std::size_t last) {
      for (std::size_t i = first; i < last; ++i)
        for (std::size_t c = 0; c < cols; ++c)
          part(i, c) = weight.value()(0, c) * inverse(0, c) * (grad(i, c) - mean_u(0, c) - normed(i, c) * mean_product(0, c));
    });
    x.accumulate(std::move(part));
  });
}

#define EDGEWISE_INSTANTIATE(Real)                                                                                                         \
  template EDGEWISE_API BasicVariable<Real> batch_norm(const BasicVariable<Real>&, const BasicVariable<Real>&, const BasicVariable<Real>&, \
                                                       BasicVariable<Real>, BasicVariable<Real>, bool, Real, Real);
EDGEWISE_INSTANTIATE(float)
EDGEWISE_INSTANTIATE(double)
#undef EDGEWISE_INSTANTIATE

}  // namespace edgewise::ops
