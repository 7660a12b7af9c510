#include "attention.hpp"

#include <utility>

#include "../kernels/padded_attention.hpp"
#include "attention_checks.hpp"

namespace edgewise::ops {
namespace {

using detail::AttentionChecks;
using kernels::AttentionInputs;
using kernels::Score;

template <class Real>
BasicView<const Real> view_of(const BasicVariable<Real>& variable) {
  return variable ? variable.value().view() : BasicView<const Real>{};
}

/// The operator's tables as variables, in the roles that the kernels know.
template <class Real>
struct Tables {
  BasicVariable<Real> value, source, target, bias, a, x, w;

  void views(AttentionInputs<Real>& in) const {
    in.value = view_of(in.score == Score::dynamic ? source : value);
    in.source = view_of(source);
    in.target = view_of(target);
    in.bias = view_of(bias);
    in.a = view_of(a);
    in.x = view_of(x);
    in.w = view_of(w);
  }
};

template <class Real>
BasicVariable<Real> attend(const Graph& graph, AttentionInputs<Real> in, const Tables<Real>& tables) {
  auto [out, norm] = kernels::padded_forward(graph, in);
  return record<Real>(std::move(out), {tables.value, tables.source, tables.target, tables.bias, tables.a, tables.x, tables.w},
                      [graph, in, tables, norm = std::move(norm)](const BasicTensor<Real>& grad, const BasicTensor<Real>& value) {
                        auto gradients = kernels::padded_backward(graph, in, value, norm, grad,
                                                                  {.bias = tables.bias.requires_grad(), .x = tables.x.requires_grad()});
                        // Without a table of their own the values are the sources (dynamic).
                        (tables.value ? tables.value : tables.source).accumulate(std::move(gradients.value));
                        if (tables.value) tables.source.accumulate(std::move(gradients.source));
                        tables.target.accumulate(std::move(gradients.target));
                        if (tables.bias) tables.bias.accumulate(std::move(gradients.bias));
                        if (tables.a) tables.a.accumulate(std::move(gradients.a));
                        if (tables.x) tables.x.accumulate(std::move(gradients.x));
                        if (tables.w) tables.w.accumulate(std::move(gradients.w));
                      });
}

template <class Real>
AttentionInputs<Real> inputs_of(Score score, const AttentionOptions& options, float slope, float scale) {
  AttentionInputs<Real> in;
  in.score = score;
  in.heads = options.heads;
  in.slope = slope;
  in.scale = scale;
  in.key = options.key;
  in.dropout = options.dropout;
  return in;
}

}  // namespace

template <class Real>
BasicVariable<Real> additive_attention(const Graph& graph, const BasicVariable<Real>& v, const BasicVariable<Real>& from,
                                       const BasicVariable<Real>& to, const BasicVariable<Real>& bias, float slope, const AttentionOptions& options) {
  const Tables<Real> tables{v, from, to, bias, {}, {}, {}};
  auto in = inputs_of<Real>(Score::additive, options, slope, 1);
  tables.views(in);
  const AttentionChecks check{"additive_attention", graph, options.heads};
  check.options(options);
  detail::check_additive(check, in);
  return attend(graph, in, tables);
}

template <class Real>
BasicVariable<Real> dynamic_attention(const Graph& graph, const BasicVariable<Real>& l, const BasicVariable<Real>& r, const BasicVariable<Real>& a,
                                      const BasicVariable<Real>& x, const BasicVariable<Real>& w, const BasicVariable<Real>& bias, float slope,
                                      const AttentionOptions& options) {
  const Tables<Real> tables{{}, l, r, bias, a, x, w};
  auto in = inputs_of<Real>(Score::dynamic, options, slope, 1);
  tables.views(in);
  const AttentionChecks check{"dynamic_attention", graph, options.heads};
  check.options(options);
  detail::check_dynamic(check, in);
  return attend(graph, in, tables);
}

template <class Real>
BasicVariable<Real> dot_attention(const Graph& graph, const BasicVariable<Real>& q, const BasicVariable<Real>& k, const BasicVariable<Real>& v,
                                  const BasicVariable<Real>& bias, float scale, const AttentionOptions& options) {
  const Tables<Real> tables{v, k, q, bias, {}, {}, {}};
  auto in = inputs_of<Real>(Score::dot, options, 0, scale);
  tables.views(in);
  const AttentionChecks check{"dot_attention", graph, options.heads};
  check.options(options);
  detail::check_dot(check, in);
  return attend(graph, in, tables);
}

template <class Real>
BasicTensor<Real> additive_weights(const Graph& graph, BasicView<const Real> from, BasicView<const Real> to, BasicView<const Real> bias,
                                   float slope) {
  auto in = inputs_of<Real>(Score::additive, {.heads = from.cols, .dropout = 0, .key = {}}, slope, 1);
  in.value = from;  // the weights do not ask what they weigh
  in.source = from;
  in.target = to;
  in.bias = bias;
  detail::check_additive<Real>({"additive_weights", graph, in.heads}, in);
  return kernels::attention_weights(graph, in);
}

template <class Real>
BasicTensor<Real> dynamic_weights(const Graph& graph, BasicView<const Real> l, BasicView<const Real> r, BasicView<const Real> a,
                                  BasicView<const Real> x, BasicView<const Real> w, BasicView<const Real> bias, float slope, std::size_t heads) {
  auto in = inputs_of<Real>(Score::dynamic, {.heads = heads, .dropout = 0, .key = {}}, slope, 1);
  in.value = l;
  in.source = l;
  in.target = r;
  in.a = a;
  in.x = x;
  in.w = w;
  in.bias = bias;
  detail::check_dynamic<Real>({"dynamic_weights", graph, heads}, in);
  return kernels::attention_weights(graph, in);
}

template <class Real>
BasicTensor<Real> dot_weights(const Graph& graph, BasicView<const Real> q, BasicView<const Real> k, BasicView<const Real> bias, float scale,
                              std::size_t heads) {
  auto in = inputs_of<Real>(Score::dot, {.heads = heads, .dropout = 0, .key = {}}, 0, scale);
  in.value = k;
  in.source = k;
  in.target = q;
  in.bias = bias;
  detail::check_dot<Real>({"dot_weights", graph, heads}, in);
  return kernels::attention_weights(graph, in);
}

#define EDGEWISE_INSTANTIATE(Real)                                                                                                                  \
  template EDGEWISE_API BasicVariable<Real> additive_attention(const Graph&, const BasicVariable<Real>&, const BasicVariable<Real>&,                \
                                                               const BasicVariable<Real>&, const BasicVariable<Real>&, float,                       \
                                                               const AttentionOptions&);                                                            \
  template EDGEWISE_API BasicVariable<Real> dynamic_attention(const Graph&, const BasicVariable<Real>&, const BasicVariable<Real>&,                 \
                                                              const BasicVariable<Real>&, const BasicVariable<Real>&, const BasicVariable<Real>&,   \
                                                              const BasicVariable<Real>&, float, const AttentionOptions&);                          \
  template EDGEWISE_API BasicVariable<Real> dot_attention(const Graph&, const BasicVariable<Real>&, const BasicVariable<Real>&,                     \
                                                          const BasicVariable<Real>&, const BasicVariable<Real>&, float, const AttentionOptions&);  \
  template EDGEWISE_API BasicTensor<Real> additive_weights(const Graph&, BasicView<const Real>, BasicView<const Real>, BasicView<const Real>,       \
                                                           float);                                                                                  \
  template EDGEWISE_API BasicTensor<Real> dynamic_weights(const Graph&, BasicView<const Real>, BasicView<const Real>, BasicView<const Real>,        \
                                                          BasicView<const Real>, BasicView<const Real>, BasicView<const Real>, float, std::size_t); \
  template EDGEWISE_API BasicTensor<Real> dot_weights(const Graph&, BasicView<const Real>, BasicView<const Real>, BasicView<const Real>, float,     \
                                                      std::size_t);
EDGEWISE_INSTANTIATE(float)
EDGEWISE_INSTANTIATE(double)
#undef EDGEWISE_INSTANTIATE

}  // namespace edgewise::ops
