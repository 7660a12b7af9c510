#include "elementwise.hpp"

#include <utility>

#include "../../graph/error.hpp"
#include "passes.hpp"

namespace edgewise::ops {
namespace {

/// A table of the shape of `like` with value(k) at place k.
template <class Real, class Value>
BasicTensor<Real> fill_like(const BasicTensor<Real>& like, Value value) {
  BasicTensor<Real> y = BasicTensor<Real>::uninitialized(like.rows(), like.cols());
  Real* const to = y.data();
  detail::for_values(y.size(), [&](std::size_t first, std::size_t last) {
    for (std::size_t k = first; k < last; ++k) to[k] = value(k);
  });
  return y;
}

/// In tiles that fit the first cache: both sides are read and written in whole lines.
template <class Real>
BasicTensor<Real> transposed(const BasicTensor<Real>& from) {
  constexpr std::size_t kTile = 32;
  BasicTensor<Real> to = BasicTensor<Real>::uninitialized(from.cols(), from.rows());
  parallel_ranges(from.cols(), kTile, [&](std::size_t first, std::size_t last) {
    for (std::size_t top = 0; top < from.rows(); top += kTile)
      for (std::size_t j = first; j < last; ++j)
        for (std::size_t i = top; i < std::min(top + kTile, from.rows()); ++i) to(j, i) = from(i, j);
  });
  return to;
}

}  // namespace

template <class Real>
BasicVariable<Real> add(const BasicVariable<Real>& a, const BasicVariable<Real>& b) {
  if (a.rows() != b.rows() || a.cols() != b.cols()) fail<ShapeError>("add: a is ", a.rows(), " x ", a.cols(), ", b is ", b.rows(), " x ", b.cols());
  const Real *const left = a.value().data(), *const right = b.value().data();
  BasicTensor<Real> y = fill_like(a.value(), [=](std::size_t k) { return left[k] + right[k]; });

  return record<Real>(std::move(y), {a, b}, [a, b](BasicTensor<Real>& grad, const BasicTensor<Real>&) {
    // Last comes one that can keep the table: whoever has no gradient yet.
    const bool a_keeps = a.requires_grad() && (a.grad().empty() || !b.requires_grad());
    (a_keeps ? b : a).accumulate(std::as_const(grad));
    (a_keeps ? a : b).accumulate(std::move(grad));
  });
}

template <class Real>
BasicVariable<Real> add_bias(const BasicVariable<Real>& x, const BasicVariable<Real>& bias) {
  if (bias.rows() != 1 || bias.cols() != x.cols())
    fail<ShapeError>("add_bias: bias is ", bias.rows(), " x ", bias.cols(), ", expected 1 x ", x.cols());
  BasicTensor<Real> y = BasicTensor<Real>::uninitialized(x.rows(), x.cols());
  detail::for_rows(y.rows(), y.cols(), [&](std::size_t first, std::size_t last) {
    const Real* const shift = bias.value().data();
    for (std::size_t i = first; i < last; ++i) {
      const Real* const from = x.value().row(i).data();
      Real* const to = y.row(i).data();
      for (std::size_t c = 0; c < y.cols(); ++c) to[c] = from[c] + shift[c];
    }
  });

  return record<Real>(std::move(y), {x, bias}, [x, bias](BasicTensor<Real>& grad, const BasicTensor<Real>&) {
    if (bias.requires_grad()) {  // forward: y[i] = x[i] + bias
      bias.accumulate(detail::sum_rows<Real>(grad.rows(), grad.cols(), [&](std::size_t first, std::size_t last, Real* sum) {
        for (std::size_t i = first; i < last; ++i)
          for (std::size_t c = 0; c < grad.cols(); ++c) sum[c] += grad(i, c);
      }));
    }
    x.accumulate(std::move(grad));
  });
}

template <class Real>
BasicVariable<Real> scale(const BasicVariable<Real>& x, Real factor) {
  const Real* const from = x.value().data();
  BasicTensor<Real> y = fill_like(x.value(), [=](std::size_t k) { return factor * from[k]; });

  return record<Real>(std::move(y), {x}, [x, factor](const BasicTensor<Real>& grad, const BasicTensor<Real>&) {
    const Real* const g = grad.data();
    x.accumulate(fill_like(grad, [=](std::size_t k) { return factor * g[k]; }));  // forward: y = factor * x
  });
}

template <class Real>
BasicVariable<Real> scale_columns(const BasicVariable<Real>& x, const BasicTensor<Real>& factor, const BasicTensor<Real>& shift) {
  const std::size_t cols = x.cols();
  if (factor.rows() != 1 || factor.cols() != cols || shift.rows() != 1 || shift.cols() != cols)
    fail<ShapeError>("scale_columns: factor is ", factor.rows(), " x ", factor.cols(), ", shift is ", shift.rows(), " x ", shift.cols(),
                     ", expected 1 x ", cols);
  auto each = [cols](const BasicTensor<Real>& from, const Real* times, const Real* plus) {
    BasicTensor<Real> y = BasicTensor<Real>::uninitialized(from.rows(), cols);
    detail::for_rows(from.rows(), cols, [&](std::size_t first, std::size_t last) {
      for (std::size_t i = first; i < last; ++i)
        for (std::size_t c = 0; c < cols; ++c) y(i, c) = from(i, c) * times[c] + (plus != nullptr ? plus[c] : Real(0));
    });
    return y;
  };

  return record<Real>(each(x.value(), factor.data(), shift.data()), {x}, [x, factor, each](const BasicTensor<Real>& grad, const BasicTensor<Real>&) {
    x.accumulate(each(grad, factor.data(), nullptr));  // forward: y[:,c] = x[:,c] * factor[c] + shift[c]
  });
}

template <class Real>
BasicVariable<Real> concat(std::span<const BasicVariable<Real>> parts) {
  if (parts.empty()) fail<UsageError>("concat: no parts");
  const std::size_t rows = parts.front().rows();
  std::size_t cols = 0;
  for (const auto& part : parts) {
    if (part.rows() != rows) fail<ShapeError>("concat: a part has ", part.rows(), " rows, the first has ", rows);
    cols += part.cols();
  }
  // copy(part, place of its first column) for each part of row i
  static constexpr auto for_parts = [](std::span<const BasicVariable<Real>> of, std::size_t i, auto copy) {
    std::size_t begin = 0;
    for (std::size_t p = 0; p < of.size(); ++p) {
      copy(p, i, begin);
      begin += of[p].cols();
    }
  };
  BasicTensor<Real> y = BasicTensor<Real>::uninitialized(rows, cols);
  detail::for_rows(rows, cols, [&](std::size_t first, std::size_t last) {
    for (std::size_t i = first; i < last; ++i)
      for_parts(parts, i, [&](std::size_t p, std::size_t row, std::size_t begin) {
        std::copy_n(parts[p].value().row(row).data(), parts[p].cols(), y.row(row).data() + begin);
      });
  });

  if (!records(parts)) return BasicVariable<Real>(std::move(y));
  const std::vector<BasicVariable<Real>> kept(parts.begin(), parts.end());
  return record<Real>(std::move(y), parts, [kept](const BasicTensor<Real>& grad, const BasicTensor<Real>&) {
    std::vector<BasicTensor<Real>> grads;
    for (const auto& part : kept) grads.push_back(BasicTensor<Real>::uninitialized(part.rows(), part.cols()));
    detail::for_rows(grad.rows(), grad.cols(), [&](std::size_t first, std::size_t last) {
      for (std::size_t i = first; i < last; ++i)
        for_parts(kept, i, [&](std::size_t p, std::size_t row, std::size_t begin) {
          std::copy_n(grad.row(row).data() + begin, kept[p].cols(), grads[p].row(row).data());
        });
    });
    for (std::size_t p = 0; p < kept.size(); ++p) kept[p].accumulate(std::move(grads[p]));
  });
}

template <class Real>
BasicVariable<Real> columns(const BasicVariable<Real>& x, std::size_t first, std::size_t count) {
  if (first > x.cols() || count > x.cols() - first)
    fail<ShapeError>("columns: ", first, " to ", first + count, " of a table of ", x.cols(), " columns");
  const std::size_t rows = x.rows();
  BasicTensor<Real> y = BasicTensor<Real>::uninitialized(rows, count);
  detail::for_rows(rows, x.cols(), [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i)
      for (std::size_t c = 0; c < count; ++c) y(i, c) = x.value()(i, first + c);  // few columns: not worth a call
  });

  return record<Real>(std::move(y), {x}, [x, first, count, rows](const BasicTensor<Real>& grad, const BasicTensor<Real>&) {
    x.accumulate_with([&](BasicTensor<Real>& part, bool onto) {
      detail::for_rows(rows, x.cols(), [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) {
          Real* const to = part.row(i).data();
          if (!onto) std::fill_n(to, x.cols(), Real(0));
          for (std::size_t c = 0; c < count; ++c) to[first + c] += grad(i, c);  // forward: y[i,c] = x[i,first+c]
        }
      });
    });
  });
}

template <class Real>
BasicVariable<Real> mean_heads(const BasicVariable<Real>& x, std::size_t heads) {
  if (heads == 0 || x.cols() % heads != 0) fail<ShapeError>("mean_heads: ", x.cols(), " columns cannot be shared by ", heads, " heads");
  if (heads == 1) return x;
  const std::size_t width = x.cols() / heads;
  const Real share = Real(1) / static_cast<Real>(heads);
  BasicTensor<Real> y(x.rows(), width);
  detail::for_rows(x.rows(), x.cols(), [&](std::size_t first, std::size_t last) {
    for (std::size_t i = first; i < last; ++i) {
      const Real* from = x.value().row(i).data();
      Real* const to = y.row(i).data();
      for (std::size_t h = 0; h < heads; ++h, from += width)
        for (std::size_t d = 0; d < width; ++d) to[d] += from[d];
      for (std::size_t d = 0; d < width; ++d) to[d] *= share;
    }
  });

  return record<Real>(std::move(y), {x}, [x, heads, width, share](const BasicTensor<Real>& grad, const BasicTensor<Real>&) {
    BasicTensor<Real> part = BasicTensor<Real>::uninitialized(x.rows(), x.cols());
    detail::for_rows(part.rows(), part.cols(), [&](std::size_t first, std::size_t last) {
      for (std::size_t i = first; i < last; ++i)
        for (std::size_t h = 0; h < heads; ++h)
          for (std::size_t d = 0; d < width; ++d) part(i, h * width + d) = share * grad(i, d);  // forward: y[i,d] += share * x[i,h,d]
    });
    x.accumulate(std::move(part));
  });
}

template <class Real>
BasicVariable<Real> transpose(const BasicVariable<Real>& x) {
  return record<Real>(transposed(x.value()), {x}, [x](const BasicTensor<Real>& grad, const BasicTensor<Real>&) { x.accumulate(transposed(grad)); });
}

template <class Real>
BasicVariable<Real> mean(const BasicVariable<Real>& x) {
  const std::size_t count = x.value().size();
  const Real share = count > 0 ? Real(1) / static_cast<Real>(count) : Real(0);
  BasicTensor<Real> y = detail::sum_rows<Real>(count, 1, [&](std::size_t first, std::size_t last, Real* sum) {
    for (std::size_t k = first; k < last; ++k) *sum += x.value().data()[k];
  });
  y(0, 0) *= share;

  return record<Real>(std::move(y), {x}, [x, share](const BasicTensor<Real>& grad, const BasicTensor<Real>&) {
    x.accumulate(BasicTensor<Real>::filled(x.rows(), x.cols(), share * grad(0, 0)));  // forward: y = share * sum of x
  });
}

#define EDGEWISE_INSTANTIATE(Real)                                                                                                         \
  template EDGEWISE_API BasicVariable<Real> add(const BasicVariable<Real>&, const BasicVariable<Real>&);                                   \
  template EDGEWISE_API BasicVariable<Real> add_bias(const BasicVariable<Real>&, const BasicVariable<Real>&);                              \
  template EDGEWISE_API BasicVariable<Real> scale(const BasicVariable<Real>&, Real);                                                       \
  template EDGEWISE_API BasicVariable<Real> scale_columns(const BasicVariable<Real>&, const BasicTensor<Real>&, const BasicTensor<Real>&); \
  template EDGEWISE_API BasicVariable<Real> concat(std::span<const BasicVariable<Real>>);                                                  \
  template EDGEWISE_API BasicVariable<Real> columns(const BasicVariable<Real>&, std::size_t, std::size_t);                                 \
  template EDGEWISE_API BasicVariable<Real> mean_heads(const BasicVariable<Real>&, std::size_t);                                           \
  template EDGEWISE_API BasicVariable<Real> transpose(const BasicVariable<Real>&);                                                         \
  template EDGEWISE_API BasicVariable<Real> mean(const BasicVariable<Real>&);
EDGEWISE_INSTANTIATE(float)
EDGEWISE_INSTANTIATE(double)
#undef EDGEWISE_INSTANTIATE

}  // namespace edgewise::ops
