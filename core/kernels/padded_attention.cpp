#include "padded_attention.hpp"

#include <algorithm>
#include <type_traits>

#include "../../graph/rows.hpp"
#include "attention_choice.hpp"

namespace edgewise::kernels {
namespace {

/// The depth to pad to, or 0: nothing to gain.
std::size_t padded_depth(const AttentionInputs<float>& in) {
  const std::size_t depth = depth_of(in);
  if (depth == 0 || has_fast_kernel(in, depth)) return 0;
  for (const std::size_t next : {8U, 16U, 32U, 64U})
    if (depth < next) return has_fast_kernel(in, next) ? next : 0;
  return 0;
}

constexpr std::size_t kGrain = 2048;  // rows of a task

/// Heads of `depth` columns as heads of `to` columns: what is missing is zero, what is too much is left out.
Tensor with_depth(TensorView from, std::size_t heads, std::size_t depth, std::size_t to) {
  Tensor table = Tensor::uninitialized(from.rows, heads * to);
  const std::size_t kept = std::min(depth, to);
  parallel_ranges(from.rows, kGrain, [&](std::size_t first, std::size_t last) {
    for (std::size_t i = first; i < last; ++i)
      for (std::size_t h = 0; h < heads; ++h) {
        const float* const in = from.row(i) + h * depth;
        float* const out = table.row(i).data() + h * to;
        for (std::size_t d = 0; d < kept; ++d) out[d] = in[d];
        for (std::size_t d = kept; d < to; ++d) out[d] = 0;
      }
  });
  return table;
}

/// A problem in another depth, with the tables that it stands on.
struct Padded {
  Tensor value, source, target, a;
  AttentionInputs<float> in;

  Padded(const AttentionInputs<float>& from, std::size_t depth) : in(from) {
    const bool wide = from.score != Score::additive;  // all tables are n x (H * D)
    const std::size_t before = depth_of(from);
    const auto pad = [&](TensorView& view, Tensor& table) {
      table = with_depth(view, from.heads, before, depth);
      view = table.view();
    };
    if (wide) {
      pad(in.source, source);
      pad(in.target, target);
    }
    if (from.score == Score::dynamic) {
      pad(in.a, a);
      in.value = in.source;
    } else {
      pad(in.value, value);
    }
  }
};

AttentionOutput<float> forward(const Graph& graph, const AttentionInputs<float>& in) {
  const std::size_t depth = padded_depth(in);
  if (depth == 0) return attention_forward(graph, in);
  const Padded padded(in, depth);
  AttentionOutput<float> result = attention_forward(graph, padded.in);
  result.out = with_depth(result.out.view(), in.heads, depth, depth_of(in));
  return result;
}

AttentionGradients<float> backward(const Graph& graph, const AttentionInputs<float>& in, const Tensor& out, const Tensor& norm, const Tensor& grad,
                                   AttentionWants wants) {
  const std::size_t depth = padded_depth(in), before = depth_of(in);
  if (depth == 0) return attention_backward(graph, in, out, norm, grad, wants);
  const Padded padded(in, depth);
  AttentionGradients<float> gradients = attention_backward(graph, padded.in, with_depth(out.view(), in.heads, before, depth), norm,
                                                           with_depth(grad.view(), in.heads, before, depth), wants);
  const auto strip = [&](Tensor& table) {
    if (!table.empty()) table = with_depth(table.view(), in.heads, depth, before);
  };
  strip(gradients.value);
  if (in.score == Score::additive) return gradients;
  strip(gradients.source);
  strip(gradients.target);
  strip(gradients.a);
  return gradients;
}

}  // namespace

template <class Real>
AttentionOutput<Real> padded_forward(const Graph& graph, const AttentionInputs<Real>& in) {
  if constexpr (std::is_same_v<Real, float>)
    return forward(graph, in);
  else
    return attention_forward(graph, in);
}

template <class Real>
AttentionGradients<Real> padded_backward(const Graph& graph, const AttentionInputs<Real>& in, const BasicTensor<Real>& out,
                                         const BasicTensor<Real>& norm, const BasicTensor<Real>& grad, AttentionWants wants) {
  if constexpr (std::is_same_v<Real, float>)
    return backward(graph, in, out, norm, grad, wants);
  else
    return attention_backward(graph, in, out, norm, grad, wants);
}

#define EDGEWISE_INSTANTIATE(Real)                                                                                                                  \
  template AttentionOutput<Real> padded_forward(const Graph&, const AttentionInputs<Real>&);                                                        \
  template AttentionGradients<Real> padded_backward(const Graph&, const AttentionInputs<Real>&, const BasicTensor<Real>&, const BasicTensor<Real>&, \
                                                    const BasicTensor<Real>&, AttentionWants);
EDGEWISE_INSTANTIATE(float)
EDGEWISE_INSTANTIATE(double)

}  // namespace edgewise::kernels
