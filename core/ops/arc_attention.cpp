#include "arc_attention.hpp"

#include <utility>

#include "../../graph/error.hpp"
#include "../../graph/rows.hpp"

namespace edgewise::ops {
namespace {

/// body(target, source, arc) over all arcs; one task owns a target.
template <class Body>
void for_arcs(const Graph& graph, Body&& body) {
  const Csr& in = graph.in_edges();
  for_row_blocks(in, [&](RowBlock block) {
    for (NodeId i = block.first; i < block.last; ++i)
      for (EdgeId e = in.begin()[i]; e < in.begin()[std::size_t{i} + 1]; ++e) body(i, in.column()[e], e);
  });
}

template <class Real>
Real dot(const Real* a, const Real* b, std::size_t count) {
  Real sum = 0;
  for (std::size_t k = 0; k < count; ++k) sum += a[k] * b[k];
  return sum;
}
template <class Real>
void add(Real factor, const Real* from, std::size_t count, Real* to) {
  for (std::size_t k = 0; k < count; ++k) to[k] += factor * from[k];
}

/// What dropout makes of weight (e, h): nothing, or 1 / (1 - dropout) times as much.
template <class Real>
Real share(const AttentionOptions& options, EdgeId e, std::size_t h) {
  if (options.dropout <= 0) return 1;
  return kept(options.key, e * options.heads + h, drop_threshold(options.dropout)) ? 1 / (1 - static_cast<Real>(options.dropout)) : Real(0);
}

template <class Real>
BasicTensor<Real> weights(const Graph& graph, const BasicVariable<Real>& q, const BasicVariable<Real>& k, const BasicVariable<Real>& bias,
                          float scale, std::size_t heads) {
  return dot_weights<Real>(graph, q.value().view(), k.value().view(), bias ? bias.value().view() : BasicView<const Real>{}, scale, heads);
}

}  // namespace

template <class Real>
BasicVariable<Real> arc_scores(const Graph& graph, const BasicVariable<Real>& p, const BasicVariable<Real>& z, std::size_t heads, Real factor) {
  const std::size_t width = z.cols();
  if (p.rows() != graph.num_targets() || p.cols() != heads * width)
    fail<ShapeError>("arc_scores: p is ", p.rows(), " x ", p.cols(), ", expected ", graph.num_targets(), " x ", heads, " * ", width);
  if (z.rows() != graph.num_arcs()) fail<ShapeError>("arc_scores: z has ", z.rows(), " rows, the graph has ", graph.num_arcs(), " arcs");
  BasicTensor<Real> s = BasicTensor<Real>::uninitialized(z.rows(), heads);
  for_arcs(graph, [&](NodeId i, NodeId, EdgeId e) {
    for (std::size_t h = 0; h < heads; ++h) s(e, h) = factor * dot(p.value().row(i).data() + h * width, z.value().row(e).data(), width);
  });

  return record<Real>(std::move(s), {p, z}, [graph, p, z, heads, factor, width](const BasicTensor<Real>& grad, const BasicTensor<Real>&) {
    BasicTensor<Real> to_p(p.rows(), p.cols()), to_z(z.rows(), width);
    for_arcs(graph, [&](NodeId i, NodeId, EdgeId e) {
      for (std::size_t h = 0; h < heads; ++h) {
        const Real ds = factor * grad(e, h);
        add(ds, z.value().row(e).data(), width, to_p.row(i).data() + h * width);
        add(ds, p.value().row(i).data() + h * width, width, to_z.row(e).data());
      }
    });
    p.accumulate(std::move(to_p));
    z.accumulate(std::move(to_z));
  });
}

template <class Real>
BasicVariable<Real> arc_attention(const Graph& graph, const BasicVariable<Real>& q, const BasicVariable<Real>& k, const BasicVariable<Real>& bias,
                                  const BasicVariable<Real>& z, float scale, const AttentionOptions& options) {
  const std::size_t heads = options.heads, width = z.cols();
  if (z.rows() != graph.num_arcs()) fail<ShapeError>("arc_attention: z has ", z.rows(), " rows, the graph has ", graph.num_arcs(), " arcs");
  BasicTensor<Real> y(graph.num_targets(), heads * width);
  const BasicTensor<Real> a = weights(graph, q, k, bias, scale, heads);
  for_arcs(graph, [&](NodeId i, NodeId, EdgeId e) {
    for (std::size_t h = 0; h < heads; ++h) add(share<Real>(options, e, h) * a(e, h), z.value().row(e).data(), width, y.row(i).data() + h * width);
  });

  auto backward = [graph, q, k, bias, z, scale, options](const BasicTensor<Real>& grad, const BasicTensor<Real>&) {
    const std::size_t H = options.heads, f = z.cols(), D = q.cols() / H;
    const Csr& in = graph.in_edges();
    BasicTensor<Real> ds = weights(graph, q, k, bias, scale, H);  // a, until each row has become its slope
    BasicTensor<Real> to_q(q.rows(), q.cols()), to_z(z.rows(), f);
    for_row_blocks(in, [&](RowBlock block) {
      for (NodeId i = block.first; i < block.last; ++i) {
        const EdgeId begin = in.begin()[i], end = in.begin()[std::size_t{i} + 1];
        for (std::size_t h = 0; h < H; ++h) {
          // forward: y[i,h] = sum of share * a[e] * z[e]; with g[e] = share * <dy[i,h], z[e]>, ds[e] = a[e] * (g[e] - sum of a * g)
          const Real* const dy = grad.row(i).data() + h * f;
          const auto slope = [&](EdgeId e) { return share<Real>(options, e, h) * dot(dy, z.value().row(e).data(), f); };
          Real mean = 0;
          for (EdgeId e = begin; e < end; ++e) {
            mean += ds(e, h) * slope(e);
            add(share<Real>(options, e, h) * ds(e, h), dy, f, to_z.row(e).data());
          }
          for (EdgeId e = begin; e < end; ++e) {
            ds(e, h) *= slope(e) - mean;
            add(static_cast<Real>(scale) * ds(e, h), k.value().row(in.column()[e]).data() + h * D, D, to_q.row(i).data() + h * D);
          }
        }
      }
    });
    if (k.requires_grad()) {
      BasicTensor<Real> to_k(k.rows(), k.cols());
      const Csr& out = graph.out_edges();
      const std::span<const EdgeId> arc = graph.arc_of_out_edge();
      for_row_blocks(out, [&](RowBlock block) {
        for (NodeId j = block.first; j < block.last; ++j)
          for (EdgeId p = out.begin()[j]; p < out.begin()[std::size_t{j} + 1]; ++p)
            for (std::size_t h = 0; h < H; ++h)
              add(static_cast<Real>(scale) * ds(arc[p], h), q.value().row(out.column()[p]).data() + h * D, D, to_k.row(j).data() + h * D);
      });
      k.accumulate(std::move(to_k));
    }
    q.accumulate(std::move(to_q));
    z.accumulate(std::move(to_z));
    if (bias) bias.accumulate(std::move(ds));
  };
  return record<Real>(std::move(y), {q, k, z, bias}, std::move(backward));
}

#define EDGEWISE_INSTANTIATE(Real)                                                                                                               \
  template EDGEWISE_API BasicVariable<Real> arc_scores(const Graph&, const BasicVariable<Real>&, const BasicVariable<Real>&, std::size_t, Real); \
  template EDGEWISE_API BasicVariable<Real> arc_attention(const Graph&, const BasicVariable<Real>&, const BasicVariable<Real>&,                  \
                                                          const BasicVariable<Real>&, const BasicVariable<Real>&, float, const AttentionOptions&);
EDGEWISE_INSTANTIATE(float)
EDGEWISE_INSTANTIATE(double)
#undef EDGEWISE_INSTANTIATE

}  // namespace edgewise::ops
