#include "degree_encoding.hpp"

#include <algorithm>
#include <cmath>

#include "../../graph/error.hpp"
#include "../../graph/rows.hpp"
#include "../ops/linear.hpp"

namespace edgewise::nn {
namespace {

constexpr std::size_t kSteps = 32;  // of each count; the last one takes all from 2^15.5 on

NodeId step(EdgeId count) { return static_cast<NodeId>(std::min(std::floor(2 * std::log2(1 + static_cast<double>(count))), kSteps - 1.0)); }

}  // namespace

template <class Real>
BasicDegreeEncoding<Real>::BasicDegreeEncoding(std::size_t width, std::size_t along, std::size_t against)
    : along_(along), against_(against), weight_(this->add_parameter("weight", BasicTensor<Real>(width, 2 * kSteps))) {}

template <class Real>
BasicSparse<Real> BasicDegreeEncoding<Real>::steps(const Graph& graph, const BasicArcs<Real>& arcs) const {
  const bool typed = against_ > 0;
  if (typed && arcs.type.size() != graph.num_arcs())
    fail<ShapeError>("degree encoding: ", arcs.type.size(), " arc types, expected ", graph.num_arcs());
  const std::size_t n = graph.num_nodes();
  std::vector<EdgeId> begin(n + 1);
  std::vector<NodeId> column(2 * n);
  for (std::size_t i = 0; i <= n; ++i) begin[i] = 2 * i;
  const Csr& in = graph.in_edges();
  for_row_blocks(in, [&](RowBlock block) {
    for (NodeId i = block.first; i < block.last; ++i) {
      EdgeId first = in.degree(i), second = 0;
      if (typed) {
        first = 0;
        for (EdgeId e = in.begin()[i]; e < in.begin()[std::size_t{i} + 1]; ++e) {
          first += arcs.type[e] < along_;
          second += arcs.type[e] >= along_ && arcs.type[e] < along_ + against_;
        }
      } else {
        second = graph.out_edges().degree(i);
      }
      column[2 * std::size_t{i}] = step(first);
      column[2 * std::size_t{i} + 1] = static_cast<NodeId>(kSteps) + step(second);
    }
  });
  return {Csr(2 * kSteps, std::move(begin), std::move(column)), std::vector<Real>(2 * n, Real(1))};
}

template <class Real>
BasicVariable<Real> BasicDegreeEncoding<Real>::forward(const Graph& graph, const BasicArcs<Real>& arcs) const {
  return ops::linear<Real>(steps(graph, arcs), weight_, BasicVariable<Real>());
}

template class BasicDegreeEncoding<float>;
template class BasicDegreeEncoding<double>;

}  // namespace edgewise::nn
