#pragma once
/// The passes of graph attention over one graph: cuts the work, runs the kernels, merges long rows.  Knows no autograd and
/// checks nothing: shapes are the front door's business (ops/attention.cpp, where the formulas stand).
#include "../../graph/graph.hpp"
#include "../random_key.hpp"
#include "../tensor.hpp"
#include "attention_task.hpp"

namespace edgewise::kernels {

/// What goes into the operator.  Views without data are absent.
template <class Real>
struct AttentionInputs {
  Score score = Score::additive;
  std::size_t heads = 1;
  BasicView<const Real> value;   ///< v, or l of dynamic
  BasicView<const Real> source;  ///< from, l, k
  BasicView<const Real> target;  ///< to, r, q
  BasicView<const Real> bias;
  BasicView<const Real> a;
  BasicView<const Real> x;
  BasicView<const Real> w;
  float slope = 0;
  float scale = 1;
  RandomKey key;
  float dropout = 0;
};

/// The result, and what backward needs besides it: n x 2H, see attention_task.hpp.
template <class Real>
struct AttentionOutput {
  BasicTensor<Real> out;
  BasicTensor<Real> norm;
};

/// Which gradients are asked for beyond value, source and target.
struct AttentionWants {
  bool bias = false;
  bool x = false;
};

/// Tables that were not asked for, or that the score does not have, stay empty.  `value` is the gradient of l under dynamic.
template <class Real>
struct AttentionGradients {
  BasicTensor<Real> value, source, target, bias, a, x, w;
};

template <class Real>
AttentionOutput<Real> attention_forward(const Graph& graph, const AttentionInputs<Real>& in);
template <class Real>
AttentionGradients<Real> attention_backward(const Graph& graph, const AttentionInputs<Real>& in, const BasicTensor<Real>& out,
                                            const BasicTensor<Real>& norm, const BasicTensor<Real>& grad, AttentionWants wants);
/// m x H
template <class Real>
BasicTensor<Real> attention_weights(const Graph& graph, const AttentionInputs<Real>& in);

}  // namespace edgewise::kernels
