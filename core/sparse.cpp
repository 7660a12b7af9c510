#include "sparse.hpp"

#include <cstring>
#include <mutex>
#include <utility>

#include "../graph/error.hpp"
#include "../graph/rows.hpp"

namespace edgewise {

template <class Real>
struct BasicSparse<Real>::Derived {
  std::once_flag once;
  Transposed by_column;
};

template <class Real>
BasicSparse<Real> BasicSparse<Real>::view(Csr pattern, std::span<const Real> values) {
  if (values.size() != pattern.edges()) fail<ShapeError>("sparse: ", values.size(), " values for ", pattern.edges(), " entries");
  BasicSparse sparse;
  sparse.pattern_ = std::move(pattern);
  sparse.values_ = values;
  sparse.derived_ = std::allocate_shared<Derived>(ScratchAllocator<Derived>());
  return sparse;
}

template <class Real>
BasicSparse<Real>::BasicSparse(Csr pattern, std::vector<Real> values) {
  auto owner = std::make_shared<const std::vector<Real>>(std::move(values));
  *this = view(std::move(pattern), *owner);
  owner_ = std::move(owner);
}

template <class Real>
BasicSparse<Real> BasicSparse<Real>::of(Csr pattern, BasicTensor<Real> values) {
  auto owner = std::allocate_shared<const BasicTensor<Real>>(ScratchAllocator<BasicTensor<Real>>(), std::move(values));
  BasicSparse sparse = view(std::move(pattern), owner->values());
  sparse.owner_ = std::move(owner);
  return sparse;
}

template <class Real>
const Transposed& BasicSparse<Real>::by_column() const {
  if (!derived_) {
    static const Transposed none{};
    return none;
  }
  std::call_once(derived_->once, [&] { derived_->by_column = transpose(pattern_); });
  return derived_->by_column;
}

template <class Real>
BasicSparse<Real> BasicSparse<Real>::with_values(BasicTensor<Real> values) const {
  BasicSparse other = of(pattern_, std::move(values));
  if (derived_) other.derived_ = derived_;
  return other;
}

namespace {

/// sum[c] = sum over a row's entries of value(e) * from[column, c], for Vectors of 16 bytes of columns, whose sums stay in registers.
template <std::size_t Vectors, class Real, class Value>
void gather_columns(const NodeId* column, EdgeId first, EdgeId last, const Real* from, std::size_t stride, Value value, Real* sum) {
  using Vector __attribute__((vector_size(16))) = Real;
  Vector part[Vectors] = {};
  for (EdgeId e = first; e < last; ++e) {
    const Real weight = value(e);
    const Real* const row = from + column[e] * stride;
    for (std::size_t v = 0; v < Vectors; ++v) {
      Vector x;
      std::memcpy(&x, row + v * (16 / sizeof(Real)), sizeof x);
      part[v] += weight * x;
    }
  }
  std::memcpy(sum, part, sizeof part);
}

/// y[i] = sum over row i's entries of value(e) * from[column]
template <class Real, class Value>
BasicTensor<Real> gather_rows(const Csr& pattern, BasicView<const Real> from, Value value) {
  auto y = BasicTensor<Real>::uninitialized(pattern.rows(), from.cols);
  const NodeId* const column = pattern.column().data();
  const EdgeId* const begin = pattern.begin().data();
  for_row_blocks(pattern, [&, column, begin](RowBlock block) {
    for (NodeId i = block.first; i < block.last; ++i) {
      const EdgeId first = begin[i], last = begin[i + 1];
      Real* const sum = y.row(i).data();
      constexpr std::size_t kVector = 16 / sizeof(Real);
      std::size_t c = 0;
      for (; c + 8 * kVector <= from.cols; c += 8 * kVector) gather_columns<8>(column, first, last, from.data + c, from.stride, value, sum + c);
      for (; c + kVector <= from.cols; c += kVector) gather_columns<1>(column, first, last, from.data + c, from.stride, value, sum + c);
      for (; c < from.cols; ++c) {
        sum[c] = 0;
        for (EdgeId e = first; e < last; ++e) sum[c] += value(e) * from.data[column[e] * from.stride + c];
      }
    }
  });
  return y;
}

}  // namespace

template <class Real>
BasicTensor<Real> multiply(const BasicSparse<Real>& x, BasicView<const Real> w) {
  if (w.rows != x.cols()) fail<ShapeError>("multiply: x has ", x.cols(), " columns, w has ", w.rows, " rows");
  return gather_rows(x.pattern(), w, [values = x.values().data()](EdgeId e) { return values[e]; });
}

template <class Real>
BasicTensor<Real> multiply_transposed(const BasicSparse<Real>& x, BasicView<const Real> g) {
  if (g.rows != x.rows()) fail<ShapeError>("multiply_transposed: x has ", x.rows(), " rows, g has ", g.rows);
  const Transposed& columns = x.by_column();
  return gather_rows(columns.csr, g, [values = x.values().data(), entry = columns.entry.data()](EdgeId e) { return values[entry[e]]; });
}

template class BasicSparse<float>;
template class BasicSparse<double>;
template EDGEWISE_API Tensor multiply(const Sparse&, TensorView);
template EDGEWISE_API BasicTensor<double> multiply(const BasicSparse<double>&, BasicView<const double>);
template EDGEWISE_API Tensor multiply_transposed(const Sparse&, TensorView);
template EDGEWISE_API BasicTensor<double> multiply_transposed(const BasicSparse<double>&, BasicView<const double>);

}  // namespace edgewise
