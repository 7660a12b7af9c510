#pragma once
/// Node features as they enter a model: a dense table, a sparse one that stays sparse up to the first product, or the caller's own rows.
#include <variant>

#include "../graph/api.hpp"
#include "autograd.hpp"
#include "sparse.hpp"

namespace edgewise {
EDGEWISE_API_BEGIN

/// Dense (a Variable, so gradients to the features can be asked for), sparse (no gradient), or a view (no gradient): rows of any stride
/// that the caller keeps alive and unchanged, for as long as the call, or for as long as what is trained on them may go backward.
/// A Tensor passes as a view of itself.
template <class Real>
using BasicInput = std::variant<BasicVariable<Real>, BasicSparse<Real>, BasicView<const Real>>;
using Input = BasicInput<float>;

namespace detail {
template <class Real>
std::size_t rows_of(const BasicVariable<Real>& table) {
  return table.rows();
}
template <class Real>
std::size_t rows_of(const BasicSparse<Real>& table) {
  return table.rows();
}
template <class Real>
std::size_t rows_of(const BasicView<const Real>& table) {
  return table.rows;
}
template <class Real>
std::size_t cols_of(const BasicVariable<Real>& table) {
  return table.cols();
}
template <class Real>
std::size_t cols_of(const BasicSparse<Real>& table) {
  return table.cols();
}
template <class Real>
std::size_t cols_of(const BasicView<const Real>& table) {
  return table.cols;
}
}  // namespace detail

/// Rows of any kind.
template <class Real>
std::size_t rows_of(const BasicInput<Real>& input) {
  return std::visit([](const auto& table) { return detail::rows_of(table); }, input);
}
/// Columns of any kind.
template <class Real>
std::size_t cols_of(const BasicInput<Real>& input) {
  return std::visit([](const auto& table) { return detail::cols_of(table); }, input);
}

/// A view as a variable, for ops that read whole tables: tight rows are borrowed, others copied.
template <class Real>
BasicVariable<Real> variable_of(const BasicView<const Real>& rows) {
  return rows.contiguous() ? BasicVariable<Real>::view(rows) : BasicVariable<Real>(BasicTensor<Real>::copy(rows));
}
/// A dense input or a view as a variable; one that holds nothing for a sparse input.
template <class Real>
BasicVariable<Real> dense_of(const BasicInput<Real>& input) {
  if (const auto* dense = std::get_if<BasicVariable<Real>>(&input)) return *dense;
  if (const auto* rows = std::get_if<BasicView<const Real>>(&input)) return variable_of<Real>(*rows);
  return {};
}

EDGEWISE_API_END
}  // namespace edgewise
