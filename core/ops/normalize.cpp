#include "normalize.hpp"

#include <cmath>
#include <span>

#include "../../graph/error.hpp"
#include "affine.hpp"
#include "passes.hpp"

namespace edgewise::ops {
namespace {

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
    detail::check_row("layer_norm", "weight", weight, cols);
    detail::check_row("layer_norm", "bias", bias, cols);
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
    if (weight) detail::accumulate_affine(weight, bias, grad, normed);
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
  template EDGEWISE_API BasicVariable<Real> normalize_rows(const BasicVariable<Real>&, RowNorm);                                                  \
  template EDGEWISE_API BasicSparse<Real> normalize_rows(const BasicSparse<Real>&, RowNorm);
EDGEWISE_INSTANTIATE(float)
EDGEWISE_INSTANTIATE(double)
#undef EDGEWISE_INSTANTIATE

}  // namespace edgewise::ops
