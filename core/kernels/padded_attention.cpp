#include "padded_attention.hpp"

#include <algorithm>
#include <cmath>
#include <type_traits>

#include "../../graph/rows.hpp"

namespace edgewise::kernels {
namespace {

std::size_t depth_of(const AttentionInputs<float>& in) { return in.score == Score::additive ? in.value.cols : in.source.cols; }

constexpr std::size_t kDepth = 8;  // the least of the fast kernels

/// Deeper heads stay with the plain loops, in which a row's sums know nothing of the rows beside it: what is read out of a graph must be the
/// same bytes in any batch.
bool pays(const AttentionInputs<float>& in) {
  if (in.w.rows > 0 || (in.score == Score::dynamic && std::abs(1 - in.slope) < 0.01F)) return false;  // plain loops in any case
  return in.heads == 1 && depth_of(in) < kDepth;
}

constexpr std::size_t kGrain = 2048;  // rows of a task

/// The first `cols` columns of a table; those that it does not have are zero.
Tensor with_columns(TensorView from, std::size_t cols) {
  Tensor table = Tensor::uninitialized(from.rows, cols);
  const std::size_t kept = std::min(from.cols, cols);
  parallel_ranges(from.rows, kGrain, [&](std::size_t first, std::size_t last) {
    for (std::size_t i = first; i < last; ++i) {
      const float* const in = from.row(i);
      float* const out = table.row(i).data();
      for (std::size_t c = 0; c < kept; ++c) out[c] = in[c];
      for (std::size_t c = kept; c < cols; ++c) out[c] = 0;
    }
  });
  return table;
}

/// A problem in another depth, with the tables that it stands on.
struct Padded {
  Tensor value, source, target, a;
  AttentionInputs<float> in;

  explicit Padded(const AttentionInputs<float>& from) : in(from) {
    const auto pad = [&](TensorView& view, Tensor& table) {
      table = with_columns(view, kDepth);
      view = table.view();
    };
    if (from.score != Score::additive) {  // all tables have D columns
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
  if (!pays(in)) return attention_forward(graph, in);
  const Padded padded(in);
  AttentionOutput<float> result = attention_forward(graph, padded.in);
  result.out = with_columns(result.out.view(), depth_of(in));
  return result;
}

AttentionGradients<float> backward(const Graph& graph, const AttentionInputs<float>& in, const Tensor& out, const Tensor& norm, const Tensor& grad,
                                   AttentionWants wants) {
  if (!pays(in)) return attention_backward(graph, in, out, norm, grad, wants);
  const Padded padded(in);
  AttentionGradients<float> gradients =
      attention_backward(graph, padded.in, with_columns(out.view(), kDepth), norm, with_columns(grad.view(), kDepth), wants);
  const auto strip = [&](Tensor& table) {
    if (!table.empty()) table = with_columns(table.view(), depth_of(in));
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
