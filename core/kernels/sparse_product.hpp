#pragma once
/// Sparse matrix product: rows of a table gathered and added up.
#include "../../graph/csr.hpp"
#include "product_start.hpp"

namespace edgewise::kernels {

/// y[i] = start[i] + sum over the places p of row i of value[entry[p]] * from[column[p]].
/// Shapes   entry: a number for each place, or nullptr, where places are entries.  from: columns x c.  y: rows x c; any strides.
/// Cost     O(places * c).  Sums of a row stay in registers.
/// Threads  One task owns a row: the same bytes for every thread count.
template <class Real>
void sparse_product(const Csr& pattern, const Real* value, const EdgeId* entry, BasicView<const Real> from, BasicView<Real> y,
                    const ProductStart<Real>& start);

}  // namespace edgewise::kernels
