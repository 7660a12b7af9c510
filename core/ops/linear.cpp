#include "linear.hpp"

#include <utility>

#include "../../graph/error.hpp"
#include "../kernels/gemm.hpp"
#include "../kernels/sparse_product.hpp"
#include "elementwise.hpp"
#include "passes.hpp"
#include "sparse_product.hpp"

namespace edgewise::ops {
namespace {

template <class Real>
void check(std::size_t rows, std::size_t in, const BasicVariable<Real>& weight, const BasicVariable<Real>& bias, const BasicVariable<Real>& plus) {
  if (weight.cols() != in)
    fail<ShapeError>("linear: x has ", in, " columns, weight is ", weight.rows(), " x ", weight.cols(), ", expected out x ", in);
  if (bias && (bias.rows() != 1 || bias.cols() != weight.rows()))
    fail<ShapeError>("linear: bias is ", bias.rows(), " x ", bias.cols(), ", expected 1 x ", weight.rows());
  if (plus && (plus.rows() != rows || plus.cols() != weight.rows()))
    fail<ShapeError>("linear: plus is ", plus.rows(), " x ", plus.cols(), ", expected ", rows, " x ", weight.rows());
}

/// x * weight^T + bias + plus
template <class Real>
BasicTensor<Real> affine(BasicView<const Real> x, const BasicVariable<Real>& weight, const BasicVariable<Real>& bias,
                         const BasicVariable<Real>& plus) {
  BasicTensor<Real> y = BasicTensor<Real>::uninitialized(x.rows, weight.rows());
  kernels::gemm<Real>(x, false, weight.value().view(), true, y.view(),
                      {plus ? plus.value().view() : BasicView<const Real>{}, bias ? bias.value().data() : nullptr});
  return y;
}

template <class Real>
void accumulate_weight(const BasicVariable<Real>& weight, const BasicTensor<Real>& grad, BasicView<const Real> x) {
  weight.accumulate_with([&](BasicTensor<Real>& part, bool onto) {  // forward: y = x * weight^T
    kernels::gemm<Real>(grad.view(), true, x, false, part.view(), onto);
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
BasicVariable<Real> linear(const BasicVariable<Real>& x, const BasicVariable<Real>& weight, const BasicVariable<Real>& bias,
                           const BasicVariable<Real>& plus) {
  check(x.rows(), x.cols(), weight, bias, plus);
  return record<Real>(affine<Real>(x.value().view(), weight, bias, plus), {x, weight, bias, plus},
                      [x, weight, bias, plus](BasicTensor<Real>& grad, const BasicTensor<Real>&) {
                        x.accumulate_with([&](BasicTensor<Real>& part, bool onto) {  // forward: y = x * weight^T
                          kernels::gemm<Real>(grad.view(), false, weight.value().view(), false, part.view(), onto);
                        });
                        accumulate_weight<Real>(weight, grad, x.value().view());
                        accumulate_bias(bias, grad);
                        if (plus) plus.accumulate(std::move(grad));  // forward: y += plus
                      });
}

template <class Real>
BasicVariable<Real> linear(const BasicView<const Real>& x, const BasicVariable<Real>& weight, const BasicVariable<Real>& bias,
                           const BasicVariable<Real>& plus) {
  check(x.rows, x.cols, weight, bias, plus);
  return record<Real>(affine(x, weight, bias, plus), {weight, bias, plus},
                      [x, weight, bias, plus](BasicTensor<Real>& grad, const BasicTensor<Real>&) {
                        accumulate_weight(weight, grad, x);
                        accumulate_bias(bias, grad);
                        if (plus) plus.accumulate(std::move(grad));
                      });
}

template <class Real>
BasicVariable<Real> linear(const BasicSparse<Real>& x, const BasicVariable<Real>& weight, const BasicVariable<Real>& bias,
                           const BasicVariable<Real>& plus) {
  check(x.rows(), x.cols(), weight, bias, plus);
  // The sparse product reads one row of weight^T per entry: a copy is cheaper than a stride of `in` values.
  const BasicVariable<Real> columns = transpose(weight);
  BasicTensor<Real> y = BasicTensor<Real>::uninitialized(x.rows(), weight.rows());
  kernels::sparse_product<Real>(x.pattern(), x.values().data(), nullptr, columns.value().view(), y.view(),
                                {plus ? plus.value().view() : BasicView<const Real>{}, bias ? bias.value().data() : nullptr});

  return record<Real>(std::move(y), {columns, bias, plus}, [x, columns, bias, plus](BasicTensor<Real>& grad, const BasicTensor<Real>&) {
    if (columns.requires_grad()) columns.accumulate(multiply_transposed<Real>(x, grad.view()));  // forward: y = x * columns
    accumulate_bias(bias, grad);
    if (plus) plus.accumulate(std::move(grad));
  });
}

template <class Real>
BasicVariable<Real> linear(const BasicInput<Real>& x, const BasicVariable<Real>& weight, const BasicVariable<Real>& bias,
                           const BasicVariable<Real>& plus) {
  return std::visit([&](const auto& table) { return linear(table, weight, bias, plus); }, x);
}

#define EDGEWISE_INSTANTIATE(Real)                                                                                                       \
  template EDGEWISE_API BasicVariable<Real> linear(const BasicVariable<Real>&, const BasicVariable<Real>&, const BasicVariable<Real>&,   \
                                                   const BasicVariable<Real>&);                                                          \
  template EDGEWISE_API BasicVariable<Real> linear(const BasicView<const Real>&, const BasicVariable<Real>&, const BasicVariable<Real>&, \
                                                   const BasicVariable<Real>&);                                                          \
  template EDGEWISE_API BasicVariable<Real> linear(const BasicSparse<Real>&, const BasicVariable<Real>&, const BasicVariable<Real>&,     \
                                                   const BasicVariable<Real>&);                                                          \
  template EDGEWISE_API BasicVariable<Real> linear(const BasicInput<Real>&, const BasicVariable<Real>&, const BasicVariable<Real>&,      \
                                                   const BasicVariable<Real>&);
EDGEWISE_INSTANTIATE(float)
EDGEWISE_INSTANTIATE(double)
#undef EDGEWISE_INSTANTIATE

}  // namespace edgewise::ops
