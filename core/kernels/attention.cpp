#include "attention.hpp"

#include <type_traits>
#include <utility>

#include "../../graph/rows.hpp"
#include "../memory_use.hpp"
#include "../value_storage.hpp"
#include "attention_choice.hpp"
#include "attention_run.hpp"
#include "attention_sums.hpp"
#include "passes.hpp"

namespace edgewise::kernels {
namespace {

template <class Real>
AttentionTask<Real> task_of(const AttentionInputs<Real>& in) {
  AttentionTask<Real> t;
  t.heads = in.heads;
  t.depth = depth_of(in);
  t.features = in.w.rows;
  t.value = in.value.data;
  t.source = in.source.data;
  t.target = in.target.data;
  t.value_stride = in.value.stride;
  t.source_stride = in.source.stride;
  t.target_stride = in.target.stride;
  t.bias = in.bias.data;
  t.a = in.a.data;
  t.x = in.x.data;
  t.w = in.w.data;
  t.slope = Real(in.slope);
  t.scale = Real(in.scale);
  t.key = in.key.bits;
  t.threshold = drop_threshold(in.dropout);
  // Written past the caches a table costs no read of what it overwrites (arxiv 8 x 32: forward of dot products 8 % faster, backward 4 %), and
  // leaves the caches to the rows that are gathered.
  t.streams = in.value.rows * t.heads * t.depth * sizeof(Real) >= kOutgrowsCaches;
  t.keep = t.threshold == 0 ? Real(1) : Real(1) / (Real(1) - Real(in.dropout));
  return t;
}

template <class Real>
void walk_in_edges(AttentionTask<Real>& t, const Graph& graph) {
  t.begin = graph.in_edges().begin().data();
  t.column = graph.in_edges().column().data();
  t.places = graph.num_arcs();
}

template <class Real>
void walk_out_edges(AttentionTask<Real>& t, const Graph& graph) {
  t.begin = graph.out_edges().begin().data();
  t.column = graph.out_edges().column().data();
  t.arc = graph.arc_of_out_edge().data();
  t.places = graph.num_arcs();
}

constexpr std::size_t kRoundedRows = 128;  ///< at a time

/// A table of H * D columns for the kernels that gather it in 16 bits, row after row; nothing without.
template <class Real>
Buffer rounded(bool wanted, BasicView<const Real> table) {
  if (!wanted) return {};
  Buffer memory(table.rows * table.cols * sizeof(Bf16));
  if constexpr (std::is_same_v<Real, float>)
    parallel_ranges(table.rows, kRoundedRows, [&](std::size_t first, std::size_t last) {
      for (std::size_t i = first; i < last; ++i) to_bf16(table.row(i), memory.as<Bf16>() + i * table.cols, table.cols);
    });
  return memory;
}

/// n x 4H: what backward asks of a target, side by side for one gather.  Rounds the gradients on the way, where that is wanted.
template <class Real>
BasicTensor<Real> statistics(const AttentionTask<Real>& t, StatisticsKernel<Real> kernel, std::size_t rows, Bf16* grad) {
  auto stat = BasicTensor<Real>::uninitialized(rows, kStatRows * t.heads);
  parallel_ranges(rows, kRoundedRows, [&](std::size_t first, std::size_t last) {
    const std::size_t width = t.heads * t.depth;
    if constexpr (std::is_same_v<Real, float>)
      if (grad != nullptr) to_bf16(t.grad + first * width, grad + first * width, (last - first) * width);
    kernel(t, first, last, stat.data());
  });
  return stat;
}

template <class Real>
AttentionOutput<Real> run_forward(const Graph& graph, const AttentionInputs<Real>& in, const AttentionKernels<Real>& kernels) {
  AttentionTask<Real> t = task_of(in);
  walk_in_edges(t, graph);
  const std::size_t width = t.heads * t.depth;
  AttentionOutput<Real> result{BasicTensor<Real>::uninitialized(graph.num_targets(), width),
                               BasicTensor<Real>::uninitialized(graph.num_targets(), 2 * t.heads)};
  t.out = result.out.data();
  t.norm = result.norm.data();
  const Buffer values = rounded(kernels.rounds, in.value), keys = rounded(kernels.rounds && in.score == Score::dot, in.source);
  t.rounded.value = values.as<Bf16>();
  t.rounded.source = in.score == Score::dynamic ? t.rounded.value : keys.as<Bf16>();
  BasicTensor<Real> slots;
  run(t, kernels.forward, in_grid(graph), width + 2 * t.heads, slots);
  merge_forward(in_grid(graph), slots, t.heads, result);
  return result;
}

}  // namespace

template <class Real>
AttentionOutput<Real> attention_forward(const Graph& graph, const AttentionInputs<Real>& in) {
  return run_forward(graph, in, kernels_for(in));
}

template <class Real>
AttentionGradients<Real> attention_backward(const Graph& graph, const AttentionInputs<Real>& in, const BasicTensor<Real>& out,
                                            const BasicTensor<Real>& norm, const BasicTensor<Real>& grad, AttentionWants wants) {
  AttentionTask<Real> common = task_of(in);
  const std::size_t heads = common.heads, width = heads * common.depth;
  const AttentionKernels<Real> kernels = kernels_for(in);
  common.grad = grad.data();
  common.result = out.data();
  common.result_norm = norm.data();
  Buffer grads = kernels.rounds ? Buffer(grad.size() * sizeof(Bf16)) : Buffer();
  common.rounded.grad = grads.as<Bf16>();
  const BasicTensor<Real> stat = statistics(common, kernels.statistics, out.rows(), grads.as<Bf16>());
  common.stat = stat.data();
  const bool additive = in.score == Score::additive, dynamic = in.score == Score::dynamic;

  // The gradients of the scores, kept by the sources' pass, spare the targets a second look at the values.
  const bool from_scores = additive || kernels.stored != nullptr;
  const bool keeps = wants.bias || (from_scores && memory_use() == MemoryUse::fast);
  AttentionGradients<Real> result;
  BasicTensor<Real> d_score, slots;
  if (keeps) d_score = BasicTensor<Real>::uninitialized(graph.num_arcs(), heads);
  common.d_score = d_score.data();

  const auto visit_targets = [&](AttentionKernel<Real> kernel) {
    AttentionTask<Real> t = common;
    walk_in_edges(t, graph);
    result.target = BasicTensor<Real>::uninitialized(graph.num_targets(), in.target.cols);
    t.d_target = result.target.data();
    if (wants.x) result.x = BasicTensor<Real>::uninitialized(graph.num_arcs(), t.features);
    t.d_x = result.x.data();
    const Buffer sources = rounded(kernels.rounds && !additive, in.source);
    const Buffer values = rounded(kernels.rounds && !dynamic && kernel == kernels.targets, in.value);
    t.rounded.source = sources.as<Bf16>();
    t.rounded.value = values.as<Bf16>();
    BasicTensor<Real> sums(0, (1 + t.features) * width);
    run(t, kernel, in_grid(graph), in.target.cols, slots, dynamic ? &sums : nullptr);
    merge(in_grid(graph), slots, 0, result.target);
    if (dynamic) {
      result.a = sum_of_tables(sums, 0, 1, width);
      if (t.features > 0) result.w = sum_of_tables(sums, width, t.features, width);
    }
  };
  const auto visit_sources = [&] {
    AttentionTask<Real> t = common;
    walk_out_edges(t, graph);
    if (!from_scores) t.d_score = nullptr;  // the targets' pass writes it
    result.value = BasicTensor<Real>::uninitialized(graph.num_sources(), width);
    if (!dynamic) result.source = BasicTensor<Real>::uninitialized(graph.num_sources(), in.source.cols);
    t.d_value = result.value.data();
    t.d_source = result.source.data();
    const Buffer targets = rounded(kernels.rounds && !additive, in.target);
    t.rounded.target = targets.as<Bf16>();
    BasicTensor<Real> more(0, width);
    run(t, kernels.sources, out_grid(graph), width + result.source.cols(), slots, dynamic ? &more : nullptr);
    merge(out_grid(graph), slots, 0, result.value);
    merge(out_grid(graph), slots, width, result.source);
    return dynamic ? sum_of_tables(more, 0, 1, width) : BasicTensor<Real>();  // what the sources know of da
  };

  const BasicTensor<Real> of_sources = visit_sources();
  grads = Buffer();  // the targets read their own rows only
  if (!keeps || !from_scores)
    visit_targets(kernels.targets);
  else if (additive)
    result.target = sum_of_rows(graph, d_score);
  else
    visit_targets(kernels.stored);
  for (std::size_t c = 0; c < of_sources.size(); ++c) result.a(0, c) += of_sources(0, c);
  if (wants.bias) result.bias = std::move(d_score);
  return result;
}

template <class Real>
BasicTensor<Real> attention_weights(const Graph& graph, const AttentionInputs<Real>& in) {
  // Norms belong to the kernels that made them (the fast dynamic ones leave out what softmax does not see).
  const AttentionKernels<Real> kernels = kernels_for(in, true);
  AttentionOutput<Real> result = run_forward(graph, in, kernels);
  AttentionTask<Real> t = task_of(in);
  walk_in_edges(t, graph);
  auto weights = BasicTensor<Real>::uninitialized(graph.num_arcs(), t.heads);
  t.norm = result.norm.data();
  t.weights = weights.data();
  BasicTensor<Real> slots;
  run(t, kernels.weights, in_grid(graph), 0, slots);
  return weights;
}

#define EDGEWISE_INSTANTIATE(Real)                                                                                           \
  template AttentionOutput<Real> attention_forward(const Graph&, const AttentionInputs<Real>&);                              \
  template AttentionGradients<Real> attention_backward(const Graph&, const AttentionInputs<Real>&, const BasicTensor<Real>&, \
                                                       const BasicTensor<Real>&, const BasicTensor<Real>&, AttentionWants);  \
  template BasicTensor<Real> attention_weights(const Graph&, const AttentionInputs<Real>&);
EDGEWISE_INSTANTIATE(float)
EDGEWISE_INSTANTIATE(double)

}  // namespace edgewise::kernels
