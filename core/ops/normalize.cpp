#include "normalize.hpp"

#include <cmath>
#include <span>

#include "../../graph/error.hpp"
#include "passes.hpp"

namespace edgewise::ops {
namespace {

template <class Real>
void check_row(const char* op, const char* name, const BasicVariable<Real>& table, std::size_t cols) {
  if (table.rows() != 1 || table.cols() != cols) fail<ShapeError>(op, ": ", name, " is ", table.rows(), " x ", table.cols(), ", expected 1 x ", cols);
}

/// d weight and d bias of y = normed * weight + bias; normed(i, c) gives the normalised value.
template <class Real, class Normed>
void accumulate_affine(const BasicVariable<Real>& weight, const BasicVariable<Real>& bias, const BasicTensor<Real>& grad, Normed normed) {
  if (weight.requires_grad())
    weight.accumulate(detail::sum_rows<Real>(grad.rows(), grad.cols(), [&](std::size_t first, std::size_t last, Real* sum) {
      for (std::size_t i = first; i < last; ++i)
        for (std::size_t c = 0; c < grad.cols(); ++c) sum[c] += grad(i, c) * normed(i, c);
    }));
  if (bias.requires_grad())
    bias.accumulate(detail::sum_rows<Real>(grad.rows(), grad.cols(), [&](std::size_t first, std::size_t last, Real* sum) {
      for (std::size_t i = first; i < last; ++i)
        for (std::size_t c = 0; c < grad.cols(); ++c) sum[c] += grad(i, c);
    }));
}

/// Sum over c of term(c), in sixteen sums side by side: the compiler may use vectors without changing the order of additions.
template <class Real, class Term>
Real sum_of(std::size_t count, Term term) {
  constexpr std::size_t kSums = 16;
  Real part[kSums] = {}, sum = 0;
  std::size_t c = 0;
  for (; c + kSums <= count; c += kSums)
    for (std::size_t s = 0; s < kSums; ++s) part[s] += term(c + s);
  for (; c < count; ++c) sum += term(c);
  for (const Real one : part) sum += one;
  return sum;
}

template <class Real>
Real size_of(std::span<const Real> row, RowNorm norm) {
  Real sum = 0;
  for (const Real value : row) sum += norm == RowNorm::sum ? std::abs(value) : value * value;
  return norm == RowNorm::sum ? sum : std::sqrt(sum);
}

}  // namespace

template <class Real>
BasicVariable<Real> layer_norm(const BasicVariable<Real>& x, const BasicVariable<Real>& weight, const BasicVariable<Real>& bias, Real epsilon) {
  const std::size_t rows = x.rows(), cols = x.cols();
  if (bool(weight) != bool(bias)) fail<ShapeError>("layer_norm: weight and bias come together or not at all");
  if (weight) {
    check_row("layer_norm", "weight", weight, cols);
    check_row("layer_norm", "bias", bias, cols);
  }
  BasicTensor<Real> y = BasicTensor<Real>::uninitialized(rows, cols);
  BasicVariable<Real> moments(BasicTensor<Real>::uninitialized(rows, 2));  // mean, 1 / deviation
  const Real share = Real(1) / static_cast<Real>(std::max<std::size_t>(1, cols));
  detail::for_rows(rows, cols, [&](std::size_t first, std::size_t last) {
    for (std::size_t i = first; i < last; ++i) {
      const Real* const from = x.value().row(i).data();
      const Real mean = share * sum_of<Real>(cols, [=](std::size_t c) { return from[c]; });
      const Real square = sum_of<Real>(cols, [=](std::size_t c) { return (from[c] - mean) * (from[c] - mean); });
      const Real inverse = 1 / std::sqrt(square * share + epsilon);
      moments.mutable_value()(i, 0) = mean;
      moments.mutable_value()(i, 1) = inverse;
      Real* const to = y.row(i).data();
      for (std::size_t c = 0; c < cols; ++c) to[c] = (from[c] - mean) * inverse;
      if (!weight) continue;
      const Real *const factor = weight.value().data(), *const shift = bias.value().data();
      for (std::size_t c = 0; c < cols; ++c) to[c] = to[c] * factor[c] + shift[c];
    }
  });

  return record<Real>(std::move(y), {x, weight, bias}, [=](const BasicTensor<Real>& grad, const BasicTensor<Real>&) {
    auto normed = [&](std::size_t i, std::size_t c) { return (x.value()(i, c) - moments.value()(i, 0)) * moments.value()(i, 1); };
    if (weight) accumulate_affine(weight, bias, grad, normed);
    if (!x.requires_grad()) return;
    // forward: normed = (x - mean) * inverse.  With u = dy * weight:  dx = inverse * (u - mean(u) - normed * mean(u * normed))
    BasicTensor<Real> part = BasicTensor<Real>::uninitialized(rows, cols);
    detail::for_rows(rows, cols, [&](std::size_t first, std::size_t last) {
      for (std::size_t i = first; i < last; ++i) {
        const Real *const from = x.value().row(i).data(), *const g = grad.row(i).data();
        const Real *const factor = weight ? weight.value().data() : nullptr, mean = moments.value()(i, 0), inverse = moments.value()(i, 1);
        Real* const dx = part.row(i).data();
        for (std::size_t c = 0; c < cols; ++c) dx[c] = factor != nullptr ? g[c] * factor[c] : g[c];
        const Real mean_u = share * sum_of<Real>(cols, [=](std::size_t c) { return dx[c]; });
        const Real mean_product = share * sum_of<Real>(cols, [=](std::size_t c) { return dx[c] * (from[c] - mean) * inverse; });
        for (std::size_t c = 0; c < cols; ++c) dx[c] = inverse * (dx[c] - mean_u - (from[c] - mean) * inverse * mean_product);
      }
    });
    x.accumulate(std::move(part));
  });
}

template <class Real>
BasicVariable<Real> batch_norm(const BasicVariable<Real>& x, const BasicVariable<Real>& weight, const BasicVariable<Real>& bias,
                               BasicVariable<Real> running_mean, BasicVariable<Real> running_variance, bool training, Real momentum, Real epsilon) {
  const std::size_t rows = x.rows(), cols = x.cols();
  check_row("batch_norm", "weight", weight, cols);
  check_row("batch_norm", "bias", bias, cols);
  check_row("batch_norm", "running_mean", running_mean, cols);
  check_row("batch_norm", "running_variance", running_variance, cols);
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
    accumulate_affine(weight, bias, grad, normed);
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

template <class Real>
BasicVariable<Real> normalize_rows(const BasicVariable<Real>& x, RowNorm norm) {
  const std::size_t rows = x.rows(), cols = x.cols();
  BasicTensor<Real> y(rows, cols);
  BasicVariable<Real> inverse(BasicTensor<Real>(rows, 1));
  detail::for_rows(rows, cols, [&](std::size_t first, std::size_t last) {
    for (std::size_t i = first; i < last; ++i) {
      const Real size = size_of<Real>(x.value().row(i), norm);
      if (size == 0) continue;
      inverse.mutable_value()(i, 0) = 1 / size;
      for (std::size_t c = 0; c < cols; ++c) y(i, c) = x.value()(i, c) / size;
    }
  });

  return record<Real>(std::move(y), {x}, [=](const BasicTensor<Real>& grad, const BasicTensor<Real>& result) {
    // forward: y = x / s.  dx = (dy - ds/dx * <dy, y>) / s;  s = sum |x|: ds/dx = sign(x);  s = root of sum x^2: ds/dx = y
    BasicTensor<Real> part(rows, cols);
    detail::for_rows(rows, cols, [&](std::size_t first, std::size_t last) {
      for (std::size_t i = first; i < last; ++i) {
        Real product = 0;
        for (std::size_t c = 0; c < cols; ++c) product += grad(i, c) * result(i, c);
        for (std::size_t c = 0; c < cols; ++c) {
          const Real value = x.value()(i, c);
          const Real sign = value > 0 ? Real(1) : value < 0 ? Real(-1) : Real(0);
          const Real slope = norm == RowNorm::sum ? sign : result(i, c);
          part(i, c) = (grad(i, c) - slope * product) * inverse.value()(i, 0);
        }
      }
    });
    x.accumulate(std::move(part));
  });
}

template <class Real>
BasicSparse<Real> normalize_rows(const BasicSparse<Real>& x, RowNorm norm) {
  auto values = BasicTensor<Real>::of(1, x.values().size(), x.values());
  const Csr& pattern = x.pattern();
  for_row_blocks(pattern, [&](RowBlock block) {
    for (NodeId i = block.first; i < block.last; ++i) {
      const EdgeId begin = pattern.begin()[i], end = pattern.begin()[std::size_t{i} + 1];
      const std::span<Real> row = values.values().subspan(begin, end - begin);
      const Real size = size_of<Real>(row, norm);
      if (size == 0) continue;
      for (Real& value : row) value /= size;
    }
  });
  return x.with_values(std::move(values));
}

#define EDGEWISE_INSTANTIATE(Real)                                                                                                                \
  template EDGEWISE_API BasicVariable<Real> layer_norm(const BasicVariable<Real>&, const BasicVariable<Real>&, const BasicVariable<Real>&, Real); \
  template EDGEWISE_API BasicVariable<Real> batch_norm(const BasicVariable<Real>&, const BasicVariable<Real>&, const BasicVariable<Real>&,        \
                                                       BasicVariable<Real>, BasicVariable<Real>, bool, Real, Real);                               \
  template EDGEWISE_API BasicVariable<Real> normalize_rows(const BasicVariable<Real>&, RowNorm);                                                  \
  template EDGEWISE_API BasicSparse<Real> normalize_rows(const BasicSparse<Real>&, RowNorm);
EDGEWISE_INSTANTIATE(float)
EDGEWISE_INSTANTIATE(double)
#undef EDGEWISE_INSTANTIATE

}  // namespace edgewise::ops
