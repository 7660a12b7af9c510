#include "recurrent.hpp"

#include <cmath>
#include <utility>

#include "../../graph/error.hpp"
#include "../sigmoid.hpp"
#include "passes.hpp"

namespace edgewise::ops {
namespace {

template <class Real>
struct Gates {
  Real reset, update, candidate;
};

/// Gates of column k of a row; `width` columns apart.
template <class Real>
Gates<Real> gates(const Real* a, const Real* b, std::size_t k, std::size_t width) {
  const Real reset = sigmoid(a[k] + b[k]), update = sigmoid(a[width + k] + b[width + k]);
  return {reset, update, std::tanh(a[2 * width + k] + reset * b[2 * width + k])};
}

template <class Real>
void check(const BasicVariable<Real>& gate, const char* name, const BasicVariable<Real>& state) {
  if (gate.rows() != state.rows() || gate.cols() != 3 * state.cols())
    fail<ShapeError>("gru: ", name, " is ", gate.rows(), " x ", gate.cols(), ", expected ", state.rows(), " x 3 * ", state.cols());
}

}  // namespace

template <class Real>
BasicVariable<Real> gru(const BasicVariable<Real>& a, const BasicVariable<Real>& b, const BasicVariable<Real>& state) {
  check(a, "a", state);
  check(b, "b", state);
  const std::size_t width = state.cols();
  BasicTensor<Real> y = BasicTensor<Real>::uninitialized(state.rows(), width);
  detail::for_rows(y.rows(), 3 * width, [&](std::size_t first, std::size_t last) {
    for (std::size_t i = first; i < last; ++i)
      for (std::size_t k = 0; k < width; ++k) {
        const Gates<Real> g = gates(a.value().row(i).data(), b.value().row(i).data(), k, width);
        y(i, k) = (1 - g.update) * g.candidate + g.update * state.value()(i, k);
      }
  });

  return record<Real>(std::move(y), {a, b, state}, [a, b, state, width](const BasicTensor<Real>& grad, const BasicTensor<Real>&) {
    BasicTensor<Real> da = BasicTensor<Real>::uninitialized(a.rows(), a.cols()), db = BasicTensor<Real>::uninitialized(b.rows(), b.cols());
    BasicTensor<Real> ds = BasicTensor<Real>::uninitialized(state.rows(), width);
    detail::for_rows(ds.rows(), 3 * width, [&](std::size_t first, std::size_t last) {
      for (std::size_t i = first; i < last; ++i)
        for (std::size_t k = 0; k < width; ++k) {
          const Gates<Real> g = gates(a.value().row(i).data(), b.value().row(i).data(), k, width);
          const Real dy = grad(i, k);
          // forward: y = (1 - z) * c + z * state
          ds(i, k) = dy * g.update;
          const Real dz = dy * (state.value()(i, k) - g.candidate) * g.update * (1 - g.update);
          // forward: c = tanh(a_c + r * b_c)
          const Real dc = dy * (1 - g.update) * (1 - g.candidate * g.candidate);
          const Real dr = dc * b.value()(i, 2 * width + k) * g.reset * (1 - g.reset);
          da(i, k) = db(i, k) = dr;
          da(i, width + k) = db(i, width + k) = dz;
          da(i, 2 * width + k) = dc;
          db(i, 2 * width + k) = dc * g.reset;
        }
    });
    a.accumulate(std::move(da));
    b.accumulate(std::move(db));
    state.accumulate(std::move(ds));
  });
}

template EDGEWISE_API BasicVariable<float> gru(const BasicVariable<float>&, const BasicVariable<float>&, const BasicVariable<float>&);
template EDGEWISE_API BasicVariable<double> gru(const BasicVariable<double>&, const BasicVariable<double>&, const BasicVariable<double>&);

}  // namespace edgewise::ops
