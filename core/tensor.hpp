#pragma once
/// Tensor: a row-major table of numbers, and views onto such tables.
#include <cstddef>
#include <initializer_list>
#include <span>
#include <type_traits>

#include "../graph/api.hpp"
#include "buffer.hpp"

namespace edgewise {
EDGEWISE_API_BEGIN

/// Borrowed rows x cols: element (i, j) is data[i * stride + j].  Cheap to copy; the owner keeps the memory alive, and unchanged while it is
/// read.
template <class Real>
struct BasicView {
  Real* data = nullptr;
  std::size_t rows = 0;
  std::size_t cols = 0;
  std::size_t stride = 0;  ///< from one row to the next, >= cols

  /// The caller's memory as rows, checked:  TensorView::of(numbers, nodes, 32)
  /// `stride` values from one row to the next; nothing is asked of what lies between rows, nor of any alignment.
  /// Throws ShapeError when the memory is too short or stride < cols.
  static BasicView of(std::span<Real> memory, std::size_t rows, std::size_t cols, std::size_t stride);
  static BasicView of(std::span<Real> memory, std::size_t rows, std::size_t cols) { return of(memory, rows, cols, cols); }

  /// The beginning of row i, and entry (i, j); not checked:
  Real* row(std::size_t i) const { return data + i * stride; }
  Real& operator()(std::size_t i, std::size_t j) const { return data[i * stride + j]; }
  /// Whether the rows stand one behind the other.
  bool contiguous() const { return stride == cols || rows <= 1; }
  /// A view to look through only.
  operator BasicView<const Real>() const requires(!std::is_const_v<Real>) { return {data, rows, cols, stride}; }
};

/// An owned table, rows x cols, rows one behind the other (stride == cols), starting at a 64-byte boundary.
/// Copies are deep; moves are cheap and leave an empty table.  Memory comes from a recycling pool (buffer.hpp).
template <class Real>
class BasicTensor {
 public:
  BasicTensor() = default;
  /// All zero.
  BasicTensor(std::size_t rows, std::size_t cols);
  /// Values unspecified: for results that are about to be written whole.
  static BasicTensor uninitialized(std::size_t rows, std::size_t cols);
  /// Every value the same.
  static BasicTensor filled(std::size_t rows, std::size_t cols, Real value);
  /// Row-major values.  Throws ShapeError when there are not rows * cols of them.
  static BasicTensor of(std::size_t rows, std::size_t cols, std::span<const Real> values);
  static BasicTensor of(std::size_t rows, std::size_t cols, std::initializer_list<Real> values) {
    return of(rows, cols, std::span(values.begin(), values.size()));
  }
  /// Borrows rows that lie one behind the other, for reading: the owner keeps them alive and unchanged.  A copy of it owns its values.
  /// Throws ShapeError where the rows lie apart.  See BasicVariable::view.
  static BasicTensor borrowed(BasicView<const Real> from);
  /// A tight copy of any view.
  static BasicTensor copy(BasicView<const Real> from);
  BasicTensor(const BasicTensor& other);
  BasicTensor& operator=(const BasicTensor& other);
  BasicTensor(BasicTensor&& other) noexcept;
  BasicTensor& operator=(BasicTensor&& other) noexcept;
  ~BasicTensor() = default;

  /// Its shape:
  std::size_t rows() const { return rows_; }
  std::size_t cols() const { return cols_; }
  std::size_t size() const { return rows_ * cols_; }
  bool empty() const { return size() == 0; }
  /// All values, row after row:
  Real* data() { return buffer_.template as<Real>(); }
  const Real* data() const { return buffer_.template as<const Real>(); }
  std::span<Real> values() { return {data(), size()}; }
  std::span<const Real> values() const { return {data(), size()}; }
  /// Row i, and entry (i, j); not checked:
  std::span<Real> row(std::size_t i) { return {data() + i * cols_, cols_}; }
  std::span<const Real> row(std::size_t i) const { return {data() + i * cols_, cols_}; }
  Real& operator()(std::size_t i, std::size_t j) { return data()[i * cols_ + j]; }
  Real operator()(std::size_t i, std::size_t j) const { return data()[i * cols_ + j]; }
  /// The whole table, borrowed:
  BasicView<Real> view() { return {data(), rows_, cols_, cols_}; }
  BasicView<const Real> view() const { return {data(), rows_, cols_, cols_}; }
  /// A table goes wherever rows are read, as long as it lives on.
  operator BasicView<const Real>() const& { return view(); }
  operator BasicView<const Real>() const&& = delete;

 private:
  Buffer buffer_;
  std::size_t rows_ = 0;
  std::size_t cols_ = 0;
};

using Tensor = BasicTensor<float>;
using TensorView = BasicView<const float>;   ///< rows to read
using MutableTensorView = BasicView<float>;  ///< rows to write
extern template class BasicTensor<float>;
extern template class BasicTensor<double>;

EDGEWISE_API_END
}  // namespace edgewise
