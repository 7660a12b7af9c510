#include "norm_branch.hpp"

#include <type_traits>
#include <utility>

#include "../../graph/error.hpp"
#include "../kernels/norm.hpp"
#include "affine.hpp"
#include "elementwise.hpp"
#include "normalize.hpp"
#include "passes.hpp"

namespace edgewise::ops {
namespace {

kernels::Curve curve_of(std::optional<Activation> activation) {
  if (!activation) return kernels::Curve::none;
  if (*activation == Activation::elu) return kernels::Curve::elu;
  return *activation == Activation::relu ? kernels::Curve::relu : kernels::Curve::gelu;
}

Variable in_one_pass(const Variable& x, const Variable& weight, const Variable& bias, kernels::Curve curve, const Variable& plus, float epsilon) {
  const std::size_t rows = x.rows(), cols = x.cols();
  Variable moments(Tensor::uninitialized(rows, 2));
  const auto task = [x, moments, weight, bias, cols, curve](std::size_t first, std::size_t last) {
    return kernels::NormTask{x.value().data(),
                             const_cast<float*>(moments.value().data()),
                             weight ? weight.value().data() : nullptr,
                             bias ? bias.value().data() : nullptr,
                             cols,
                             first,
                             last,
                             curve};
  };
  Tensor y = Tensor::uninitialized(rows, cols);
  detail::for_rows(rows, cols, [&](std::size_t first, std::size_t last) {
    kernels::norm_forward(task(first, last), epsilon, plus ? plus.value().data() : nullptr, y.data());
  });

  return record<float>(std::move(y), {x, weight, bias, plus}, [=](Tensor& grad, const Tensor&) {
    Tensor sums;  // of weight and bias, side by side
    const auto back = [&](Tensor& dx, bool onto) {
      sums = detail::sum_rows<float>(rows, 2 * cols, [&](std::size_t first, std::size_t last, float* sum) {
        kernels::norm_backward(task(first, last), grad.data(), dx.data(), onto, sum, sum + cols);
      });
    };
    if (plus.requires_grad()) {
      if (x.requires_grad()) {
        x.accumulate_with(back);
      } else {
        Tensor unasked = Tensor::uninitialized(rows, cols);
        back(unasked, false);
      }
      plus.accumulate(std::move(grad));  // forward: y += plus
    } else if (x.requires_grad() && !x.grad().empty()) {
      x.accumulate_with(back);
    } else {  // nobody needs the gradient afterwards: dx takes its place
      back(grad, false);
      x.accumulate(std::move(grad));
    }
    if (!weight) return;
    weight.accumulate(Tensor::of(1, cols, sums.values().first(cols)));
    bias.accumulate(Tensor::of(1, cols, sums.values().last(cols)));
  });
}

}  // namespace

template <class Real>
BasicVariable<Real> norm_branch(const BasicVariable<Real>& x, const BasicVariable<Real>& weight, const BasicVariable<Real>& bias,
                                std::optional<Activation> activation, const BasicVariable<Real>& plus, Real epsilon) {
  const std::size_t rows = x.rows(), cols = x.cols();
  if (bool(weight) != bool(bias)) fail<ShapeError>("layer_norm: weight and bias come together or not at all");
  if (weight) {
    detail::check_row("layer_norm", "weight", weight, cols);
    detail::check_row("layer_norm", "bias", bias, cols);
  }
  if (plus && (plus.rows() != rows || plus.cols() != cols))
    fail<ShapeError>("norm_branch: plus is ", plus.rows(), " x ", plus.cols(), ", expected ", rows, " x ", cols);

  if constexpr (std::is_same_v<Real, float>) {
    return in_one_pass(x, weight, bias, curve_of(activation), plus, epsilon);
  } else {  // for gradient checks
    BasicVariable<Real> y = layer_norm(x, weight, bias, epsilon);
    if (activation) y = activate(y, *activation);
    return plus ? add(plus, y) : y;
  }
}

template EDGEWISE_API Variable norm_branch(const Variable&, const Variable&, const Variable&, std::optional<Activation>, const Variable&, float);
template EDGEWISE_API BasicVariable<double> norm_branch(const BasicVariable<double>&, const BasicVariable<double>&, const BasicVariable<double>&,
                                                        std::optional<Activation>, const BasicVariable<double>&, double);

}  // namespace edgewise::ops
