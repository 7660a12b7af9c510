#pragma once
/// Tables as Eigen sees them, and Eigen's as ours; nothing is copied.
/// Kept out of the umbrella header: only files that use Eigen pay for its templates.
#include <Eigen/Core>
#include <cstddef>
#include <type_traits>

#include "../graph/api.hpp"
#include "tensor.hpp"

namespace edgewise {
EDGEWISE_API_BEGIN

/// Row-major, as our tables are.
template <class Real>
using EigenMatrix = Eigen::Matrix<Real, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
/// Rows of ours seen by Eigen.
template <class Real>
using EigenMap =
    Eigen::Map<std::conditional_t<std::is_const_v<Real>, const EigenMatrix<std::remove_const_t<Real>>, EigenMatrix<Real>>, 0, Eigen::OuterStride<>>;

/// A view as an Eigen matrix:  eigen_map(scores.view()).rowwise().maxCoeff()
template <class Real>
EigenMap<Real> eigen_map(BasicView<Real> rows) {
  return {rows.data, static_cast<Eigen::Index>(rows.rows), static_cast<Eigen::Index>(rows.cols),
          Eigen::OuterStride<>(static_cast<Eigen::Index>(rows.stride))};
}

/// A row-major Eigen matrix, map or block of rows as a view, whatever its outer stride:  model.predict(graph, eigen_view(x)).
/// The matrix stays alive and unchanged; temporaries and expressions that are not memory do not compile.
template <class Derived>
auto eigen_view(const Eigen::DenseBase<Derived>& matrix) {
  using Real = typename Derived::Scalar;
  const Derived& m = matrix.derived();
  static_assert(Derived::IsRowMajor, "eigen_view: rows must lie one behind the other; make the matrix Eigen::RowMajor");
  static_assert(Derived::InnerStrideAtCompileTime == 1, "eigen_view: the values of a row must lie side by side");
  return BasicView<const Real>{m.data(), static_cast<std::size_t>(m.rows()), static_cast<std::size_t>(m.cols()),
                               static_cast<std::size_t>(m.outerStride())};
}
template <class Scalar, int Rows, int Cols, int Options, int MaxRows, int MaxCols>
void eigen_view(const Eigen::Matrix<Scalar, Rows, Cols, Options, MaxRows, MaxCols>&&) = delete;

EDGEWISE_API_END
}  // namespace edgewise
