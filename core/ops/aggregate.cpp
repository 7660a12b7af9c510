#include "aggregate.hpp"

#include "../../graph/error.hpp"
#include "../../graph/rows.hpp"

namespace edgewise::ops {
namespace {

/// y[i] = sum over the entries p of row i of weight(p) * from[column[p]].
template <class Real, class Weight>
BasicTensor<Real> pull(const Csr& csr, const BasicTensor<Real>& from, Weight weight) {
  const std::size_t cols = from.cols();
  BasicTensor<Real> y(csr.rows(), cols);
  for_row_blocks(csr, [&](RowBlock block) {
    for (NodeId i = block.first; i < block.last; ++i) {
      Real* const sum = y.row(i).data();
      for (EdgeId p = csr.begin()[i]; p < csr.begin()[std::size_t{i} + 1]; ++p) {
        const Real factor = weight(p);
        const Real* const row = from.row(csr.column()[p]).data();
        for (std::size_t c = 0; c < cols; ++c) sum[c] += factor * row[c];
      }
    }
  });
  return y;
}

}  // namespace

template <class Real>
BasicVariable<Real> aggregate(const Graph& graph, const BasicVariable<Real>& x, const BasicVariable<Real>& weight) {
  if (x.rows() != graph.num_sources()) fail<ShapeError>("aggregate: x has ", x.rows(), " rows, the graph has ", graph.num_sources(), " sources");
  if (weight.value().size() != graph.num_arcs()) fail<ShapeError>("aggregate: ", weight.value().size(), " weights for ", graph.num_arcs(), " arcs");
  BasicTensor<Real> y = pull(graph.in_edges(), x.value(), [&](EdgeId e) { return weight.value().data()[e]; });

  return record<Real>(std::move(y), {x}, [graph, x, weight](const BasicTensor<Real>& grad, const BasicTensor<Real>&) {
    // forward: y[i] += weight[e] * x[j]
    const std::span<const EdgeId> arc = graph.arc_of_out_edge();
    x.accumulate(pull(graph.out_edges(), grad, [&](EdgeId p) { return weight.value().data()[arc[p]]; }));
  });
}

template <class Real>
BasicVariable<Real> aggregate(const Graph& graph, const BasicVariable<Real>& x) {
  if (x.rows() != graph.num_sources()) fail<ShapeError>("aggregate: x has ", x.rows(), " rows, the graph has ", graph.num_sources(), " sources");
  const auto one = [](EdgeId) { return Real(1); };
  return record<Real>(pull(graph.in_edges(), x.value(), one), {x}, [graph, x, one](const BasicTensor<Real>& grad, const BasicTensor<Real>&) {
    x.accumulate(pull(graph.out_edges(), grad, one));  // forward: y[i] += x[j]
  });
}

template EDGEWISE_API BasicVariable<float> aggregate(const Graph&, const BasicVariable<float>&);
template EDGEWISE_API BasicVariable<double> aggregate(const Graph&, const BasicVariable<double>&);
template EDGEWISE_API BasicVariable<float> aggregate(const Graph&, const BasicVariable<float>&, const BasicVariable<float>&);
template EDGEWISE_API BasicVariable<double> aggregate(const Graph&, const BasicVariable<double>&, const BasicVariable<double>&);

}  // namespace edgewise::ops
