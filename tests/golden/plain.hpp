#pragma once
/// The dense steps around an attention operator as plain loops on the tape, so that a golden test judges that operator alone.
#include <edgewise/core/autograd.hpp>

namespace edgewise::test {

/// x * w^T.  Shapes  x: n x f, w: o x f (as PyTorch keeps weights), result n x o.
template <class Real>
BasicVariable<Real> times(const BasicVariable<Real>& x, const BasicVariable<Real>& w) {
  BasicTensor<Real> y(x.rows(), w.rows());
  for (std::size_t i = 0; i < y.rows(); ++i)
    for (std::size_t o = 0; o < y.cols(); ++o)
      for (std::size_t f = 0; f < x.cols(); ++f) y(i, o) += x.value()(i, f) * w.value()(o, f);
  return record<Real>(std::move(y), {x, w}, [x, w](const BasicTensor<Real>& grad, const BasicTensor<Real>&) {
    BasicTensor<Real> dx(x.rows(), x.cols()), dw(w.rows(), w.cols());
    for (std::size_t i = 0; i < grad.rows(); ++i)
      for (std::size_t o = 0; o < grad.cols(); ++o)
        for (std::size_t f = 0; f < x.cols(); ++f) {
          dx(i, f) += grad(i, o) * w.value()(o, f);
          dw(o, f) += grad(i, o) * x.value()(i, f);
        }
    x.accumulate(std::move(dx));
    w.accumulate(std::move(dw));
  });
}

/// w^T, for operators that keep weights in x out.
template <class Real>
BasicVariable<Real> flipped(const BasicVariable<Real>& w) {
  const auto flip = [](const BasicTensor<Real>& from) {
    BasicTensor<Real> to(from.cols(), from.rows());
    for (std::size_t i = 0; i < from.rows(); ++i)
      for (std::size_t j = 0; j < from.cols(); ++j) to(j, i) = from(i, j);
    return to;
  };
  return record<Real>(flip(w.value()), {w}, [w, flip](const BasicTensor<Real>& grad, const BasicTensor<Real>&) { w.accumulate(flip(grad)); });
}

/// x + y, where y has x's shape or is one row under every row of x, or holds nothing.
template <class Real>
BasicVariable<Real> plus(const BasicVariable<Real>& x, const BasicVariable<Real>& y) {
  if (!y) return x;
  BasicTensor<Real> sum = x.value();
  const bool one_row = y.rows() == 1;
  for (std::size_t i = 0; i < sum.rows(); ++i)
    for (std::size_t j = 0; j < sum.cols(); ++j) sum(i, j) += y.value()(one_row ? 0 : i, j);
  return record<Real>(std::move(sum), {x, y}, [x, y, one_row](const BasicTensor<Real>& grad, const BasicTensor<Real>&) {
    BasicTensor<Real> dy(y.rows(), y.cols());
    for (std::size_t i = 0; i < grad.rows(); ++i)
      for (std::size_t j = 0; j < grad.cols(); ++j) dy(one_row ? 0 : i, j) += grad(i, j);
    x.accumulate(BasicTensor<Real>(grad));
    y.accumulate(std::move(dy));
  });
}

/// <x[i,h,:], a[h,:]>.  Shapes  x: n x (H*D), a: 1 x (H*D), result n x H.
template <class Real>
BasicVariable<Real> dot_heads(const BasicVariable<Real>& x, const BasicVariable<Real>& a, std::size_t heads) {
  const std::size_t d = x.cols() / heads;
  BasicTensor<Real> y(x.rows(), heads);
  for (std::size_t i = 0; i < x.rows(); ++i)
    for (std::size_t c = 0; c < x.cols(); ++c) y(i, c / d) += x.value()(i, c) * a.value()(0, c);
  return record<Real>(std::move(y), {x, a}, [x, a, d](const BasicTensor<Real>& grad, const BasicTensor<Real>&) {
    BasicTensor<Real> dx(x.rows(), x.cols()), da(1, x.cols());
    for (std::size_t i = 0; i < x.rows(); ++i)
      for (std::size_t c = 0; c < x.cols(); ++c) {
        dx(i, c) = grad(i, c / d) * a.value()(0, c);
        da(0, c) += grad(i, c / d) * x.value()(i, c);
      }
    x.accumulate(std::move(dx));
    a.accumulate(std::move(da));
  });
}

/// Mean over heads.  Shapes  x: n x (H*D), result n x D.
template <class Real>
BasicVariable<Real> mean_heads(const BasicVariable<Real>& x, std::size_t heads) {
  const std::size_t d = x.cols() / heads;
  const Real share = Real(1) / static_cast<Real>(heads);
  BasicTensor<Real> y(x.rows(), d);
  for (std::size_t i = 0; i < x.rows(); ++i)
    for (std::size_t c = 0; c < x.cols(); ++c) y(i, c % d) += share * x.value()(i, c);
  return record<Real>(std::move(y), {x}, [x, d, share](const BasicTensor<Real>& grad, const BasicTensor<Real>&) {
    BasicTensor<Real> dx(x.rows(), x.cols());
    for (std::size_t i = 0; i < x.rows(); ++i)
      for (std::size_t c = 0; c < x.cols(); ++c) dx(i, c) = share * grad(i, c % d);
    x.accumulate(std::move(dx));
  });
}

}  // namespace edgewise::test
