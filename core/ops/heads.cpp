#include "heads.hpp"

#include <type_traits>
#include <vector>

#include "../../graph/error.hpp"
#include "../kernels/head_dots.hpp"
#include "elementwise.hpp"
#include "passes.hpp"

namespace edgewise::ops {
namespace {

template <class Real>
std::size_t head_width(const char* op, std::size_t columns, const BasicVariable<Real>& a, std::size_t heads, const char* name = "a") {
  if (heads == 0 || columns % heads != 0) fail<ShapeError>(op, ": ", columns, " columns cannot be shared by ", heads, " heads");
  if (a.rows() != 1 || a.cols() != columns) fail<ShapeError>(op, ": ", name, " is ", a.rows(), " x ", a.cols(), ", expected 1 x ", columns);
  return columns / heads;
}

}  // namespace

template <class Real>
BasicVariable<Real> head_dot(const BasicVariable<Real>& x, const BasicVariable<Real>& a, std::size_t heads) {
  const std::size_t width = head_width("head_dot", x.cols(), a, heads);
  BasicTensor<Real> y = BasicTensor<Real>::uninitialized(x.rows(), heads);
  detail::for_rows(x.rows(), x.cols(), [&](std::size_t first, std::size_t last) {
    for (std::size_t i = first; i < last; ++i) {
      const Real *from = x.value().row(i).data(), *with = a.value().data();
      for (std::size_t h = 0; h < heads; ++h, from += width, with += width) {
        Real part[4] = {};  // side by side, so that the compiler may use vectors
        std::size_t d = 0;
        for (; d + 4 <= width; d += 4)
          for (std::size_t k = 0; k < 4; ++k) part[k] += from[d + k] * with[d + k];
        for (; d < width; ++d) part[0] += from[d] * with[d];
        y(i, h) = (part[0] + part[1]) + (part[2] + part[3]);
      }
    }
  });

  return record<Real>(std::move(y), {x, a}, [x, a, heads, width](const BasicTensor<Real>& grad, const BasicTensor<Real>&) {
    // forward: y[i,h] += x[i,h,d] * a[h,d]
    if (a.requires_grad())
      a.accumulate(detail::sum_rows<Real>(x.rows(), x.cols(), [&](std::size_t first, std::size_t last, Real* sum) {
        for (std::size_t i = first; i < last; ++i) {
          const Real* const from = x.value().row(i).data();
          for (std::size_t h = 0; h < heads; ++h) {
            const Real g = grad(i, h);
            for (std::size_t d = h * width; d < (h + 1) * width; ++d) sum[d] += g * from[d];
          }
        }
      }));
    if (!x.requires_grad()) return;
    BasicTensor<Real> part = BasicTensor<Real>::uninitialized(x.rows(), x.cols());
    detail::for_rows(x.rows(), x.cols(), [&](std::size_t first, std::size_t last) {
      const Real* const with = a.value().data();
      for (std::size_t i = first; i < last; ++i) {
        Real* const to = part.row(i).data();
        for (std::size_t h = 0; h < heads; ++h) {
          const Real g = grad(i, h);
          for (std::size_t d = h * width; d < (h + 1) * width; ++d) to[d] = g * with[d];
        }
      }
    });
    x.accumulate(std::move(part));
  });
}

namespace {

Variable both_dots(const Variable& x, const Variable& a, const Variable& b, std::size_t heads, std::size_t depth) {
  const std::size_t rows = x.rows(), width = x.cols();
  Tensor y = Tensor::uninitialized(rows, 2 * heads);
  const auto task = [x, a, b, heads, depth](std::size_t first, std::size_t last) {
    return kernels::HeadDotsTask{x.value().data(), a.value().data(), b.value().data(), heads, depth, first, last};
  };
  detail::for_rows(rows, width, [&](std::size_t first, std::size_t last) { kernels::head_dots(task(first, last), y.data()); });

  return record<float>(std::move(y), {x, a, b}, [=](const Tensor& grad, const Tensor&) {
    Tensor sums;  // of a and b, side by side
    const auto back = [&](Tensor& dx, bool onto) {
      sums = detail::sum_rows<float>(rows, 2 * width, [&](std::size_t first, std::size_t last, float* sum) {
        kernels::head_dots_backward(task(first, last), grad.data(), dx.data(), onto, sum, sum + width);
      });
    };
    Tensor nothing;
    if (x.requires_grad())
      x.accumulate_with(back);
    else
      back(nothing, false);
    a.accumulate(Tensor::of(1, width, sums.values().first(width)));
    b.accumulate(Tensor::of(1, width, sums.values().last(width)));
  });
}

}  // namespace

template <class Real>
BasicVariable<Real> head_dots(const BasicVariable<Real>& x, const BasicVariable<Real>& a, const BasicVariable<Real>& b, std::size_t heads) {
  const std::size_t width = head_width("head_dots", x.cols(), a, heads);
  head_width("head_dots", x.cols(), b, heads, "b");
  if constexpr (std::is_same_v<Real, float>)
    return both_dots(x, a, b, heads, width);
  else  // for gradient checks
    return concat<Real>({head_dot(x, a, heads), head_dot(x, b, heads)});
}

template <class Real>
BasicVariable<Real> fold_heads(const BasicVariable<Real>& weight, const BasicVariable<Real>& a, std::size_t heads) {
  const std::size_t width = head_width("fold_heads", weight.rows(), a, heads), cols = weight.cols();
  BasicTensor<Real> w(heads, cols);
  for (std::size_t r = 0; r < weight.rows(); ++r)
    for (std::size_t c = 0; c < cols; ++c) w(r / width, c) += a.value()(0, r) * weight.value()(r, c);

  return record<Real>(std::move(w), {weight, a}, [weight, a, width, cols](const BasicTensor<Real>& grad, const BasicTensor<Real>&) {
    // forward: w[h,c] += a[r] * weight[r,c], h = r / width
    BasicTensor<Real> to_weight(weight.rows(), cols), to_a(1, weight.rows());
    for (std::size_t r = 0; r < weight.rows(); ++r)
      for (std::size_t c = 0; c < cols; ++c) {
        to_weight(r, c) = a.value()(0, r) * grad(r / width, c);
        to_a(0, r) += weight.value()(r, c) * grad(r / width, c);
      }
    weight.accumulate(std::move(to_weight));
    a.accumulate(std::move(to_a));
  });
}

template <class Real>
BasicVariable<Real> lookup(const BasicVariable<Real>& table, std::span<const std::uint32_t> row) {
  const std::size_t entries = row.size(), cols = table.cols();
  for (std::size_t e = 0; e < entries; ++e)
    if (row[e] >= table.rows()) fail<DataError>("lookup: entry ", e, " names row ", row[e], ", the table has ", table.rows(), " rows");
  BasicTensor<Real> y = BasicTensor<Real>::uninitialized(entries, cols);
  detail::for_rows(entries, cols, [&](std::size_t first, std::size_t last) {
    for (std::size_t e = first; e < last; ++e)
      for (std::size_t c = 0; c < cols; ++c) y(e, c) = table.value()(row[e], c);  // few columns: not worth a call
  });

  if (!records<Real>(std::span(&table, 1))) return BasicVariable<Real>(std::move(y));
  auto backward = [table, kept = std::vector<std::uint32_t>(row.begin(), row.end())](const BasicTensor<Real>& grad, const BasicTensor<Real>&) {
    // forward: y[e] = table[row[e]].  The whole table is one row of sums, so each block adds into a copy of its own.
    const std::size_t width = grad.cols();
    const BasicTensor<Real> sums = detail::sum_rows<Real>(grad.rows(), table.value().size(), [&](std::size_t first, std::size_t last, Real* sum) {
      for (std::size_t e = first; e < last; ++e)
        for (std::size_t c = 0; c < width; ++c) sum[kept[e] * width + c] += grad(e, c);
    });
    table.accumulate(BasicTensor<Real>::of(table.rows(), width, sums.values()));
  };
  return record<Real>(std::move(y), {table}, std::move(backward));
}

#define EDGEWISE_INSTANTIATE(Real)                                                                                                        \
  template EDGEWISE_API BasicVariable<Real> head_dot(const BasicVariable<Real>&, const BasicVariable<Real>&, std::size_t);                \
  template EDGEWISE_API BasicVariable<Real> head_dots(const BasicVariable<Real>&, const BasicVariable<Real>&, const BasicVariable<Real>&, \
                                                      std::size_t);                                                                       \
  template EDGEWISE_API BasicVariable<Real> fold_heads(const BasicVariable<Real>&, const BasicVariable<Real>&, std::size_t);              \
  template EDGEWISE_API BasicVariable<Real> lookup(const BasicVariable<Real>&, std::span<const std::uint32_t>);
EDGEWISE_INSTANTIATE(float)
EDGEWISE_INSTANTIATE(double)
#undef EDGEWISE_INSTANTIATE

}  // namespace edgewise::ops
