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

/// Two entries a row, one for each count, of a sparse table that the weight is multiplied with.
template <class Real>
BasicVariable<Real> BasicDegreeEncoding<Real>::forward(const Graph& graph, const BasicArcs<Real>& arcs) const {
  if (against_ > 0 && arcs.type.size() != graph.num_arcs())
    fail<ShapeError>("degree encoding: ", arcs.type.size(), " arc types, expected ", graph.num_arcs());
  const Csr& in = graph.in_edges();
  const std::size_t n = graph.num_nodes();
  ScratchVector<EdgeId> sent(against_ > 0 ? 0 : n), begin(n + 1);
  ScratchVector<NodeId> column(2 * n);
  if (against_ == 0)  // counted here: a graph that lives for one call need not make its out-edges
    for (const NodeId j : in.column()) ++sent[j];
  for (std::size_t i = 0; i <= n; ++i) begin[i] = 2 * i;
  for_row_blocks(in, [&](RowBlock block) {
    for (NodeId i = block.first; i < block.last; ++i) {
      EdgeId first = in.degree(i), second = 0;
      if (against_ > 0) {
        first = 0;
        for (EdgeId e = in.begin()[i]; e < in.begin()[std::size_t{i} + 1]; ++e) {
          first += arcs.type[e] < along_;
          second += arcs.type[e] >= along_ && arcs.type[e] < along_ + against_;
        }
      } else {
        second = sent[i];
      }
      column[2 * std::size_t{i}] = step(first);
      column[2 * std::size_t{i} + 1] = static_cast<NodeId>(kSteps) + step(second);
    }
  });
  auto ones = BasicTensor<Real>::filled(1, 2 * n, Real(1));
  const BasicVariable<Real> none;
  // The tape needs arrays that outlive this call; prediction reads ours and spares the copies.
  if (!records<Real>(std::span(&weight_, 1)))
    return ops::linear<Real>(BasicSparse<Real>::view(Csr::view(2 * kSteps, begin, column), ones.values()), weight_, none);
  return ops::linear<Real>(BasicSparse<Real>::of(Csr(2 * kSteps, {begin.begin(), begin.end()}, {column.begin(), column.end()}), std::move(ones)),
                           weight_, none);
}

template class BasicDegreeEncoding<float>;
template class BasicDegreeEncoding<double>;

}  // namespace edgewise::nn
