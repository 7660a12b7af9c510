#include "gcn.hpp"

#include <cmath>
#include <utility>

#include "../../graph/error.hpp"
#include "../../graph/rows.hpp"
#include "../ops/aggregate.hpp"
#include "../ops/elementwise.hpp"

namespace edgewise::nn {

template <class Real>
BasicTensor<Real> gcn_coefficients(const Graph& graph, std::span<const Real> weight) {
  const Csr& in = graph.in_edges();
  auto of_arc = [&](EdgeId e) { return weight.empty() ? Real(1) : weight[e]; };
  auto inverse = BasicTensor<Real>::uninitialized(graph.num_nodes(), 1), factor = BasicTensor<Real>::uninitialized(graph.num_arcs(), 1);
  for_row_blocks(in, [&](RowBlock block) {
    for (NodeId i = block.first; i < block.last; ++i) {
      Real degree = 0;
      for (EdgeId e = in.begin()[i]; e < in.begin()[std::size_t{i} + 1]; ++e) degree += of_arc(e);
      inverse(i, 0) = degree > 0 ? 1 / std::sqrt(degree) : Real(0);
    }
  });
  for_row_blocks(in, [&](RowBlock block) {
    for (NodeId i = block.first; i < block.last; ++i)
      for (EdgeId e = in.begin()[i]; e < in.begin()[std::size_t{i} + 1]; ++e) factor(e, 0) = of_arc(e) * inverse(i, 0) * inverse(in.column()[e], 0);
  });
  return factor;
}

template <class Real>
BasicGcn<Real>::BasicGcn(std::size_t in, std::size_t out, Rng& rng, const GcnOptions& options)
    : lin_(in, out, rng, {.bias = false, .glorot = true}), options_(options) {
  this->add_child("lin", lin_);
  if (options.bias) bias_ = this->add_parameter("bias", BasicTensor<Real>(1, out));
}

template <class Real>
BasicVariable<Real> BasicGcn<Real>::forward(const Graph& graph, const BasicInput<Real>& x, const BasicArcs<Real>& arcs, Pass&) const {
  detail::check_graph_input("gcn", graph, x, lin_.in());
  detail::check_arcs("gcn", graph, arcs, options_.weighted ? 1 : 0, 0);
  std::span<const Real> weight;
  if (options_.weighted) weight = arcs.features.value().values();
  for (std::size_t e = 0; e < weight.size(); ++e)
    if (!(weight[e] >= 0)) fail<DataError>("gcn: arc ", e, " weighs ", weight[e], ", expected a weight >= 0");

  BasicTensor<Real> factor;
  if (options_.normalize)
    factor = gcn_coefficients(graph, weight);
  else if (options_.weighted)
    factor = BasicTensor<Real>::of(weight.size(), 1, weight);
  else
    factor = BasicTensor<Real>::filled(graph.num_arcs(), 1, Real(1));
  const BasicVariable<Real> y = ops::aggregate(graph, lin_.forward(x), BasicVariable<Real>(std::move(factor)));
  return bias_ ? ops::add_bias(y, bias_) : y;
}

template EDGEWISE_API Tensor gcn_coefficients(const Graph&, std::span<const float>);
template EDGEWISE_API BasicTensor<double> gcn_coefficients(const Graph&, std::span<const double>);
template class BasicGcn<float>;
template class BasicGcn<double>;

}  // namespace edgewise::nn
