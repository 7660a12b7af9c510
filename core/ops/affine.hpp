#pragma once
/// For sources: what norms end with: y = normed * weight + bias, a factor and a shift for each column.
#include <cstddef>

#include "../../graph/error.hpp"
#include "../autograd.hpp"
#include "passes.hpp"

namespace edgewise::detail {

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

}  // namespace edgewise::detail
