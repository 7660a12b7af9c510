#pragma once
/// Attention of one head of a few columns, such as the classes of a last layer, which no fast kernel is made for.
#include "attention.hpp"

namespace edgewise::kernels {

/// What attention_forward and attention_backward give, to the last digits: columns of zeros change no score and no sum.  Below 8 columns
/// tables are copied into such of 8 and the results back: passes over rows in place of plain loops over arcs.
/// Everything else, more heads and double goes straight on.
template <class Real>
AttentionOutput<Real> padded_forward(const Graph& graph, const AttentionInputs<Real>& in);
template <class Real>
AttentionGradients<Real> padded_backward(const Graph& graph, const AttentionInputs<Real>& in, const BasicTensor<Real>& out,
                                         const BasicTensor<Real>& norm, const BasicTensor<Real>& grad, AttentionWants wants);

}  // namespace edgewise::kernels
