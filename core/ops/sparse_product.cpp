#include "sparse_product.hpp"

#include "../../graph/error.hpp"
#include "../kernels/sparse_product.hpp"

namespace edgewise {

template <class Real>
BasicTensor<Real> multiply(const BasicSparse<Real>& x, BasicView<const Real> w) {
  if (w.rows != x.cols()) fail<ShapeError>("multiply: x has ", x.cols(), " columns, w has ", w.rows, " rows");
  auto y = BasicTensor<Real>::uninitialized(x.rows(), w.cols);
  kernels::sparse_product<Real>(x.pattern(), x.values().data(), nullptr, w, y.view(), {});
  return y;
}

template <class Real>
BasicTensor<Real> multiply_transposed(const BasicSparse<Real>& x, BasicView<const Real> g) {
  if (g.rows != x.rows()) fail<ShapeError>("multiply_transposed: x has ", x.rows(), " rows, g has ", g.rows);
  const Transposed& columns = x.by_column();
  auto y = BasicTensor<Real>::uninitialized(x.cols(), g.cols);
  kernels::sparse_product<Real>(columns.csr, x.values().data(), columns.entry.data(), g, y.view(), {});
  return y;
}

template EDGEWISE_API Tensor multiply(const Sparse&, TensorView);
template EDGEWISE_API BasicTensor<double> multiply(const BasicSparse<double>&, BasicView<const double>);
template EDGEWISE_API Tensor multiply_transposed(const Sparse&, TensorView);
template EDGEWISE_API BasicTensor<double> multiply_transposed(const BasicSparse<double>&, BasicView<const double>);

}  // namespace edgewise
