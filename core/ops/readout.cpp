#include "readout.hpp"

#include <memory>
#include <utility>
#include <vector>

#include "../../graph/error.hpp"
#include "../../graph/rows.hpp"
#include "aggregate.hpp"

namespace edgewise::ops {
namespace {

template <class Real>
void check(const char* op, const Graph& members, const BasicVariable<Real>& x) {
  if (x.rows() != members.num_sources())
    fail<ShapeError>(op, ": x has ", x.rows(), " rows, the graphs have ", members.num_sources(), " nodes together");
}

constexpr EdgeId kNobody = kNoEdge;

}  // namespace

template <class Real>
BasicVariable<Real> sum_readout(const Graph& members, const BasicVariable<Real>& x) {
  check("sum_readout", members, x);
  return aggregate(members, x);
}

template <class Real>
BasicVariable<Real> mean_readout(const Graph& members, const BasicVariable<Real>& x) {
  check("mean_readout", members, x);
  auto share = BasicTensor<Real>::uninitialized(members.num_arcs(), 1);
  const Csr& in = members.in_edges();
  for (NodeId g = 0; g < in.rows(); ++g)
    for (EdgeId e = in.begin()[g]; e < in.begin()[std::size_t{g} + 1]; ++e) share(e, 0) = 1 / static_cast<Real>(in.degree(g));
  return aggregate(members, x, BasicVariable<Real>(std::move(share)));
}

template <class Real>
BasicVariable<Real> max_readout(const Graph& members, const BasicVariable<Real>& x) {
  check("max_readout", members, x);
  const Csr& in = members.in_edges();
  const std::size_t cols = x.cols();
  BasicTensor<Real> y(in.rows(), cols);
  auto chosen = std::make_shared<std::vector<EdgeId>>(y.size(), kNobody);  // the member behind each value
  for_row_blocks(in, [&](RowBlock block) {
    for (NodeId g = block.first; g < block.last; ++g)
      for (EdgeId e = in.begin()[g]; e < in.begin()[std::size_t{g} + 1]; ++e) {
        const Real* const row = x.value().row(in.column()[e]).data();
        for (std::size_t c = 0; c < cols; ++c) {
          EdgeId& best = (*chosen)[g * cols + c];
          if (best != kNobody && !(row[c] > y(g, c))) continue;
          best = e;
          y(g, c) = row[c];
        }
      }
  });

  return record<Real>(std::move(y), {x}, [members, x, chosen, cols](const BasicTensor<Real>& grad, const BasicTensor<Real>&) {
    // forward: y[g,c] = x[i,c] for the chosen member; a node pulls from the graphs that it is in
    BasicTensor<Real> part(x.rows(), cols);
    const Csr& out = members.out_edges();
    const std::span<const EdgeId> arc = members.arc_of_out_edge();
    for_row_blocks(out, [&](RowBlock block) {
      for (NodeId i = block.first; i < block.last; ++i)
        for (EdgeId p = out.begin()[i]; p < out.begin()[std::size_t{i} + 1]; ++p)
          for (std::size_t c = 0; c < cols; ++c)
            if (const NodeId g = out.column()[p]; (*chosen)[g * cols + c] == arc[p]) part(i, c) += grad(g, c);
    });
    x.accumulate(std::move(part));
  });
}

template <class Real>
BasicVariable<Real> attention_readout(const Graph& members, const BasicVariable<Real>& x, const BasicVariable<Real>& score) {
  check("attention_readout", members, x);
  // The graphs themselves say nothing about the score: with a zero row for each and slope 1 the additive score is the node's own.
  const BasicVariable<Real> to(BasicTensor<Real>(members.num_targets(), score.cols()));
  return additive_attention(members, x, score, to, BasicVariable<Real>(), 1.0F, {.heads = score.cols(), .dropout = 0, .key = {}});
}

#define EDGEWISE_INSTANTIATE(Real)                                                                  \
  template EDGEWISE_API BasicVariable<Real> sum_readout(const Graph&, const BasicVariable<Real>&);  \
  template EDGEWISE_API BasicVariable<Real> mean_readout(const Graph&, const BasicVariable<Real>&); \
  template EDGEWISE_API BasicVariable<Real> max_readout(const Graph&, const BasicVariable<Real>&);  \
  template EDGEWISE_API BasicVariable<Real> attention_readout(const Graph&, const BasicVariable<Real>&, const BasicVariable<Real>&);
EDGEWISE_INSTANTIATE(float)
EDGEWISE_INSTANTIATE(double)
#undef EDGEWISE_INSTANTIATE

}  // namespace edgewise::ops
