#include "gate.hpp"

#include <utility>

#include "../../graph/error.hpp"
#include "../sigmoid.hpp"
#include "passes.hpp"

namespace edgewise::ops {
template <class Real>
BasicVariable<Real> gate(const BasicVariable<Real>& logit, const BasicVariable<Real>& a, const BasicVariable<Real>& b) {
  if (a.rows() != b.rows() || a.cols() != b.cols()) fail<ShapeError>("gate: a is ", a.rows(), " x ", a.cols(), ", b is ", b.rows(), " x ", b.cols());
  if (logit.rows() != a.rows() || logit.cols() != 1)
    fail<ShapeError>("gate: logit is ", logit.rows(), " x ", logit.cols(), ", expected ", a.rows(), " x 1");
  BasicTensor<Real> y = BasicTensor<Real>::uninitialized(a.rows(), a.cols());
  detail::for_rows(y.rows(), y.cols(), [&](std::size_t first, std::size_t last) {
    for (std::size_t i = first; i < last; ++i) {
      const Real s = sigmoid(logit.value()(i, 0));
      for (std::size_t c = 0; c < y.cols(); ++c) y(i, c) = s * a.value()(i, c) + (1 - s) * b.value()(i, c);
    }
  });

  return record<Real>(std::move(y), {logit, a, b}, [logit, a, b](const BasicTensor<Real>& grad, const BasicTensor<Real>&) {
    BasicTensor<Real> to_logit(logit.rows(), 1), to_a = BasicTensor<Real>::uninitialized(a.rows(), a.cols()),
                                                 to_b = BasicTensor<Real>::uninitialized(a.rows(), a.cols());
    detail::for_rows(a.rows(), a.cols(), [&](std::size_t first, std::size_t last) {
      for (std::size_t i = first; i < last; ++i) {
        const Real s = sigmoid(logit.value()(i, 0));
        Real along = 0;
        for (std::size_t c = 0; c < a.cols(); ++c) {
          const Real dy = grad(i, c);
          to_a(i, c) = s * dy;
          to_b(i, c) = (1 - s) * dy;
          along += dy * (a.value()(i, c) - b.value()(i, c));
        }
        to_logit(i, 0) = s * (1 - s) * along;
      }
    });
    logit.accumulate(std::move(to_logit));
    a.accumulate(std::move(to_a));
    b.accumulate(std::move(to_b));
  });
}

template EDGEWISE_API BasicVariable<float> gate(const BasicVariable<float>&, const BasicVariable<float>&, const BasicVariable<float>&);
template EDGEWISE_API BasicVariable<double> gate(const BasicVariable<double>&, const BasicVariable<double>&, const BasicVariable<double>&);

}  // namespace edgewise::ops
