#pragma once
/// A sparse table of numbers: bag-of-words features stay this small from the file to the first matrix product.
#include <span>
#include <vector>

#include "../graph/api.hpp"
#include "../graph/csr.hpp"
#include "tensor.hpp"

namespace edgewise {
EDGEWISE_API_BEGIN

/// rows x cols with values only where `pattern()` has an entry.  Immutable; copies share storage.
/// Cost     8 bytes a row and 8 an entry; the transposed pattern (12 bytes an entry) is made at the first backward pass.
template <class Real>
class BasicSparse {
 public:
  BasicSparse() = default;
  /// Throws ShapeError when there is not one value per entry.
  BasicSparse(Csr pattern, std::vector<Real> values);
  static BasicSparse of(Csr pattern, BasicTensor<Real> values);  ///< from a table of as many values
  /// Borrows the values, one per entry, which the caller keeps alive and unchanged as long as any copy; with Csr::view nothing is copied.
  static BasicSparse view(Csr pattern, std::span<const Real> values);

  /// Its size, where it has values, and the values themselves in the order of the entries:
  std::size_t rows() const { return pattern_.rows(); }
  std::size_t cols() const { return pattern_.columns(); }
  const Csr& pattern() const { return pattern_; }
  std::span<const Real> values() const { return values_; }
  /// The pattern by columns, and the entry behind each of its places.
  const Transposed& by_column() const;
  /// The same pattern (transposed pattern included) under other values.
  BasicSparse with_values(BasicTensor<Real> values) const;

 private:
  struct Derived;
  Csr pattern_;
  std::span<const Real> values_;
  std::shared_ptr<const void> owner_;  // of the values; empty for a view
  std::shared_ptr<Derived> derived_;
};

using Sparse = BasicSparse<float>;
extern template class BasicSparse<float>;
extern template class BasicSparse<double>;

EDGEWISE_API_END
}  // namespace edgewise
