#include "sparse_product.hpp"

#include <type_traits>

#include "../../graph/rows.hpp"
#include "pick.hpp"
#include "sparse_task.hpp"

namespace edgewise::kernels {
namespace {

void on_one_thread(const SparseTask& task) { EDGEWISE_PICK(sparse_rows, task); }

/// In double, for gradient checks.
void plain_row(const Csr& pattern, const double* value, const EdgeId* entry, BasicView<const double> from, BasicView<double> y,
               const ProductStart<double>& start, NodeId i) {
  double* const sum = y.row(i);
  for (std::size_t c = 0; c < y.cols; ++c) sum[c] = start(i, c);
  for (EdgeId p = pattern.begin()[i]; p < pattern.begin()[std::size_t{i} + 1]; ++p) {
    const double weight = value[entry == nullptr ? p : entry[p]];
    const double* const row = from.row(pattern.column()[p]);
    for (std::size_t c = 0; c < y.cols; ++c) sum[c] += weight * row[c];
  }
}

}  // namespace

template <class Real>
void sparse_product(const Csr& pattern, const Real* value, const EdgeId* entry, BasicView<const Real> from, BasicView<Real> y,
                    const ProductStart<Real>& start) {
  for_row_blocks(pattern, [&](RowBlock block) {
    if constexpr (std::is_same_v<Real, float>)
      on_one_thread({pattern.begin().data(), pattern.column().data(), entry, value, from.data, from.stride, y.data, y.stride, start.table.data,
                     start.table.stride, start.bias, y.cols, block.first, block.last});
    else
      for (NodeId i = block.first; i < block.last; ++i) plain_row(pattern, value, entry, from, y, start, i);
  });
}

template void sparse_product(const Csr&, const float*, const EdgeId*, BasicView<const float>, BasicView<float>, const ProductStart<float>&);
template void sparse_product(const Csr&, const double*, const EdgeId*, BasicView<const double>, BasicView<double>, const ProductStart<double>&);

}  // namespace edgewise::kernels
