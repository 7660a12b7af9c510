#include "tensor.hpp"

#include <algorithm>
#include <cstdint>
#include <utility>

#include "../graph/error.hpp"
#include "../graph/rows.hpp"

namespace edgewise {
namespace {

/// Bytes of a table.  Throws ShapeError where they cannot be counted.
template <class Real>
std::size_t bytes_of(std::size_t rows, std::size_t cols) {
  constexpr std::size_t kMost = static_cast<std::size_t>(PTRDIFF_MAX) / sizeof(Real);
  if (cols > 0 && rows > kMost / cols) fail<ShapeError>("tensor: ", rows, " x ", cols, " values are more than memory can hold");
  return rows * cols * sizeof(Real);
}

constexpr std::size_t kGrain = std::size_t{1} << 15;  // values of a task

}  // namespace

template <class Real>
BasicTensor<Real> BasicTensor<Real>::uninitialized(std::size_t rows, std::size_t cols) {
  BasicTensor tensor;
  tensor.buffer_ = Buffer(bytes_of<Real>(rows, cols));
  tensor.rows_ = rows;
  tensor.cols_ = cols;
  return tensor;
}

template <class Real>
BasicTensor<Real>::BasicTensor(std::size_t rows, std::size_t cols) : BasicTensor(filled(rows, cols, Real(0))) {}

template <class Real>
BasicTensor<Real> BasicTensor<Real>::filled(std::size_t rows, std::size_t cols, Real value) {
  BasicTensor tensor = uninitialized(rows, cols);
  Real* const to = tensor.data();
  parallel_ranges(tensor.size(), kGrain, [=](std::size_t first, std::size_t last) { std::fill(to + first, to + last, value); });
  return tensor;
}

template <class Real>
BasicTensor<Real> BasicTensor<Real>::of(std::size_t rows, std::size_t cols, std::span<const Real> values) {
  if (values.size_bytes() != bytes_of<Real>(rows, cols)) fail<ShapeError>("tensor: ", values.size(), " values for ", rows, " x ", cols);
  BasicTensor tensor = uninitialized(rows, cols);
  std::copy(values.begin(), values.end(), tensor.data());
  return tensor;
}

template <class Real>
BasicView<Real> BasicView<Real>::of(std::span<Real> memory, std::size_t rows, std::size_t cols, std::size_t stride) {
  if (stride < cols) fail<ShapeError>("view: a stride of ", stride, " for ", cols, " columns, expected at least as many");
  // rows - 1 strides and a last row, written so that nothing overflows
  const bool fits = rows == 0 || cols == 0 || (cols <= memory.size() && (stride == 0 || rows - 1 <= (memory.size() - cols) / stride));
  if (!fits) fail<ShapeError>("view: ", memory.size(), " values for ", rows, " x ", cols, " with a stride of ", stride);
  return {memory.data(), rows, cols, stride};
}

template <class Real>
BasicTensor<Real> BasicTensor<Real>::borrowed(BasicView<const Real> from) {
  if (!from.contiguous()) fail<ShapeError>("tensor: borrowed rows lie ", from.stride, " values apart, expected ", from.cols, "; pass a tight copy");
  BasicTensor tensor;
  tensor.buffer_ = Buffer::borrowed(const_cast<Real*>(from.data), from.rows * from.cols * sizeof(Real));  // a constant of the tape: only read
  tensor.rows_ = from.rows;
  tensor.cols_ = from.cols;
  return tensor;
}

template <class Real>
BasicTensor<Real> BasicTensor<Real>::copy(BasicView<const Real> from) {
  BasicTensor tensor = uninitialized(from.rows, from.cols);
  parallel_ranges(from.rows, std::max<std::size_t>(1, kGrain / std::max<std::size_t>(1, from.cols)), [&](std::size_t first, std::size_t last) {
    for (std::size_t i = first; i < last; ++i) std::copy_n(from.row(i), from.cols, tensor.row(i).data());
  });
  return tensor;
}

template <class Real>
BasicTensor<Real>::BasicTensor(const BasicTensor& other) : BasicTensor(copy(other.view())) {}

template <class Real>
BasicTensor<Real>& BasicTensor<Real>::operator=(const BasicTensor& other) {
  if (this != &other) *this = BasicTensor(other);
  return *this;
}

template <class Real>
BasicTensor<Real>::BasicTensor(BasicTensor&& other) noexcept
    : buffer_(std::move(other.buffer_)), rows_(std::exchange(other.rows_, 0)), cols_(std::exchange(other.cols_, 0)) {}

template <class Real>
BasicTensor<Real>& BasicTensor<Real>::operator=(BasicTensor&& other) noexcept {
  buffer_ = std::move(other.buffer_);
  rows_ = std::exchange(other.rows_, 0);
  cols_ = std::exchange(other.cols_, 0);
  return *this;
}

template class BasicTensor<float>;
template class BasicTensor<double>;
template struct BasicView<float>;
template struct BasicView<const float>;
template struct BasicView<double>;
template struct BasicView<const double>;

}  // namespace edgewise
