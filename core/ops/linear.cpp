#include "linear.hpp"

#include "../../graph/error.hpp"
#include "../kernels/gemm.hpp"
#include "elementwise.hpp"
#include "passes.hpp"

namespace edgewise::ops {
namespace {

template <class Real>
void check(std::size_t in, const BasicVariable<Real>& weight, const BasicVariable<Real>& bias) {
  if (weight.cols() != in)
    fail<ShapeError>("linear: x has ", in, " columns, weight is ", weight.rows(), " x ", weight.cols(), ", expected out x ", in);
  if (bias && (bias.rows() != 1 || bias.cols() != weight.rows()))
    fail<ShapeError>("linear: bias is ", bias.rows(), " x ", bias.cols(), ", expected 1 x ", weight.rows());
}

/// Rows that all hold the bias: what the product is added to.  Without a bias nothing needs to be written.
template <class Real>
BasicTensor<Real> rows_of_bias(std::size_t rows, std::size_t cols, const BasicVariable<Real>& bias) {
  BasicTensor<Real> y = BasicTensor<Real>::uninitialized(rows, cols);
  if (!bias) return y;
  const Real* const from = bias.value().data();
  detail::for_rows(rows, cols, [&](std::size_t first, std::size_t last) {
    for (std::size_t i = first; i < last; ++i) std::copy_n(from, cols, y.row(i).data());
  });
  return y;
}

template <class Real>
void add_to_rows(BasicTensor<Real>& y, const BasicVariable<Real>& bias) {
  const Real* const from = bias.value().data();
  detail::for_rows(y.rows(), y.cols(), [&](std::size_t first, std::size_t last) {
    for (std::size_t i = first; i < last; ++i)
      for (std::size_t c = 0; c < y.cols(); ++c) y(i, c) += from[c];
  });
}

template <class Real>
void accumulate_bias(const BasicVariable<Real>& bias, const BasicTensor<Real>& grad) {
  if (!bias || !bias.requires_grad()) return;
  // forward: y[i] += bias
  bias.accumulate(detail::sum_rows<Real>(grad.rows(), grad.cols(), [&](std::size_t first, std::size_t last, Real* sum) {
    for (std::size_t i = first; i < last; ++i)
      for (std::size_t c = 0; c < grad.cols(); ++c) sum[c] += grad(i, c);
  }));
}

}  // namespace

template <class Real>
BasicVariable<Real> linear(const BasicVariable<Real>& x, const BasicVariable<Real>& weight, const BasicVariable<Real>& bias) {
  check(x.cols(), weight, bias);
  BasicTensor<Real> y = rows_of_bias(x.rows(), weight.rows(), bias);
  kernels::gemm<Real>(x.value().view(), false, weight.value().view(), true, y.view(), bool(bias));

  return record<Real>(std::move(y), {x, weight, bias}, [x, weight, bias](const BasicTensor<Real>& grad, const BasicTensor<Real>&) {
    if (x.requires_grad()) {  // forward: y = x * weight^T
      BasicTensor<Real> part = BasicTensor<Real>::uninitialized(x.rows(), x.cols());
      kernels::gemm<Real>(grad.view(), false, weight.value().view(), false, part.view(), false);
      x.accumulate(std::move(part));
    }
    if (weight.requires_grad()) {
      BasicTensor<Real> part = BasicTensor<Real>::uninitialized(weight.rows(), weight.cols());
      kernels::gemm<Real>(grad.view(), true, x.value().view(), false, part.view(), false);
      weight.accumulate(std::move(part));
    }
    accumulate_bias(bias, grad);
  });
}

template <class Real>
BasicVariable<Real> linear(const BasicView<const Real>& x, const BasicVariable<Real>& weight, const BasicVariable<Real>& bias) {
  check(x.cols, weight, bias);
  BasicTensor<Real> y = rows_of_bias(x.rows, weight.rows(), bias);
  kernels::gemm<Real>(x, false, weight.value().view(), true, y.view(), bool(bias));

  return record<Real>(std::move(y), {weight, bias}, [x, weight, bias](const BasicTensor<Real>& grad, const BasicTensor<Real>&) {
    if (weight.requires_grad()) {  // forward: y = x * weight^T
      BasicTensor<Real> part = BasicTensor<Real>::uninitialized(weight.rows(), weight.cols());
      kernels::gemm<Real>(grad.view(), true, x, false, part.view(), false);
      weight.accumulate(std::move(part));
    }
    accumulate_bias(bias, grad);
  });
}

template <class Real>
BasicVariable<Real> linear(const BasicSparse<Real>& x, const BasicVariable<Real>& weight, const BasicVariable<Real>& bias) {
  check(x.cols(), weight, bias);
  // The sparse product reads one row of weight^T per entry: a copy is cheaper than a stride of `in` values.
  const BasicVariable<Real> columns = transpose(weight);
  BasicTensor<Real> y = multiply<Real>(x, columns.value().view());
  if (bias) add_to_rows(y, bias);

  return record<Real>(std::move(y), {columns, bias}, [x, columns, bias](const BasicTensor<Real>& grad, const BasicTensor<Real>&) {
    if (columns.requires_grad()) columns.accumulate(multiply_transposed<Real>(x, grad.view()));  // forward: y = x * columns
    accumulate_bias(bias, grad);
  });
}

template <class Real>
BasicVariable<Real> linear(const BasicInput<Real>& x, const BasicVariable<Real>& weight, const BasicVariable<Real>& bias) {
  return std::visit([&](const auto& table) { return linear(table, weight, bias); }, x);
}

#define EDGEWISE_INSTANTIATE(Real)                                                                                                        \
  template EDGEWISE_API BasicVariable<Real> linear(const BasicVariable<Real>&, const BasicVariable<Real>&, const BasicVariable<Real>&);   \
  template EDGEWISE_API BasicVariable<Real> linear(const BasicView<const Real>&, const BasicVariable<Real>&, const BasicVariable<Real>&); \
  template EDGEWISE_API BasicVariable<Real> linear(const BasicSparse<Real>&, const BasicVariable<Real>&, const BasicVariable<Real>&);     \
  template EDGEWISE_API BasicVariable<Real> linear(const BasicInput<Real>&, const BasicVariable<Real>&, const BasicVariable<Real>&);
EDGEWISE_INSTANTIATE(float)
EDGEWISE_INSTANTIATE(double)
#undef EDGEWISE_INSTANTIATE

}  // namespace edgewise::ops
