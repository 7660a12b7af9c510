#include "messages.hpp"

#include <utility>

#include "../../graph/error.hpp"
#include "../../graph/rows.hpp"

namespace edgewise::ops {

template <class Real>
BasicVariable<Real> relu_messages(const Graph& graph, const BasicVariable<Real>& x, const BasicVariable<Real>& z) {
  const std::size_t cols = x.cols();
  if (x.rows() != graph.num_sources()) fail<ShapeError>("relu_messages: x has ", x.rows(), " rows, the graph has ", graph.num_sources(), " sources");
  if (z.rows() != graph.num_arcs() || z.cols() != cols)
    fail<ShapeError>("relu_messages: z is ", z.rows(), " x ", z.cols(), ", expected ", graph.num_arcs(), " x ", cols);

  const Csr& in = graph.in_edges();
  BasicTensor<Real> y(in.rows(), cols);
  for_row_blocks(in, [&](RowBlock block) {
    for (NodeId i = block.first; i < block.last; ++i) {
      Real* const sum = y.row(i).data();
      for (EdgeId e = in.begin()[i]; e < in.begin()[std::size_t{i} + 1]; ++e) {
        const Real *const from = x.value().row(in.column()[e]).data(), *const along = z.value().row(e).data();
        for (std::size_t c = 0; c < cols; ++c) {
          const Real message = from[c] + along[c];
          sum[c] += message <= 0 ? Real(0) : message;  // written so that a NaN reaches the loss, where it is reported
        }
      }
    }
  });

  return record<Real>(std::move(y), {x, z}, [graph, x, z, cols](const BasicTensor<Real>& grad, const BasicTensor<Real>&) {
    // forward: y[i] += max(x[j] + z[e], 0): both sides get dy[i] where the sum was above 0
    const auto pass = [&](NodeId i, NodeId j, EdgeId e, Real* to) {
      const Real *const from = x.value().row(j).data(), *const along = z.value().row(e).data(), *const dy = grad.row(i).data();
      for (std::size_t c = 0; c < cols; ++c) {
        const Real slope = dy[c];  // read in any case: a choice between numbers is made side by side, a choice whether to read is a branch each
        to[c] += from[c] + along[c] > 0 ? slope : Real(0);
      }
    };
    if (z.requires_grad()) {
      BasicTensor<Real> part(z.rows(), cols);
      const Csr& rows = graph.in_edges();
      for_row_blocks(rows, [&](RowBlock block) {
        for (NodeId i = block.first; i < block.last; ++i)
          for (EdgeId e = rows.begin()[i]; e < rows.begin()[std::size_t{i} + 1]; ++e) pass(i, rows.column()[e], e, part.row(e).data());
      });
      z.accumulate(std::move(part));
    }
    if (!x.requires_grad()) return;
    BasicTensor<Real> part(x.rows(), cols);
    const Csr& rows = graph.out_edges();
    const std::span<const EdgeId> arc = graph.arc_of_out_edge();
    for_row_blocks(rows, [&](RowBlock block) {
      for (NodeId j = block.first; j < block.last; ++j)
        for (EdgeId p = rows.begin()[j]; p < rows.begin()[std::size_t{j} + 1]; ++p) pass(rows.column()[p], j, arc[p], part.row(j).data());
    });
    x.accumulate(std::move(part));
  });
}

template EDGEWISE_API BasicVariable<float> relu_messages(const Graph&, const BasicVariable<float>&, const BasicVariable<float>&);
template EDGEWISE_API BasicVariable<double> relu_messages(const Graph&, const BasicVariable<double>&, const BasicVariable<double>&);

}  // namespace edgewise::ops
