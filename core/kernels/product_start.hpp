#pragma once
/// What a matrix product is added to.
#include "../tensor.hpp"

namespace edgewise::kernels {

/// start = table + bias; whatever is left out counts as zero.
template <class Real>
struct ProductStart {
  BasicView<const Real> table = {};  ///< of the product's shape; may be the result itself
  const Real* bias = nullptr;        ///< a number for each column, added to every row

  /// What rows [first, first + count) start from.
  ProductStart rows(std::size_t first, std::size_t count) const {
    if (table.data == nullptr) return *this;
    return {{table.row(first), count, table.cols, table.stride}, bias};
  }
  /// Entry (i, j).
  Real operator()(std::size_t i, std::size_t j) const {
    return (table.data != nullptr ? table(i, j) : Real(0)) + (bias != nullptr ? bias[j] : Real(0));
  }
};

}  // namespace edgewise::kernels
