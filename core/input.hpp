#pragma once
/// Node features as they enter a model: a dense table or a sparse one that stays sparse up to the first product.
#include <variant>

#include "../graph/api.hpp"
#include "autograd.hpp"
#include "sparse.hpp"

namespace edgewise {
EDGEWISE_API_BEGIN

/// Dense (a Variable, so gradients to the features can be asked for) or sparse (no gradient).
template <class Real>
using BasicInput = std::variant<BasicVariable<Real>, BasicSparse<Real>>;
using Input = BasicInput<float>;

/// Rows of either kind.
template <class Real>
std::size_t rows_of(const BasicInput<Real>& input) {
  return std::visit([](const auto& table) { return table.rows(); }, input);
}
/// Columns of either kind.
template <class Real>
std::size_t cols_of(const BasicInput<Real>& input) {
  return std::visit([](const auto& table) { return table.cols(); }, input);
}

EDGEWISE_API_END
}  // namespace edgewise
