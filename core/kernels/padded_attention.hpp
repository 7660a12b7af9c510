#pragma once
/// Attention for heads of a depth that no fast kernel is made for: the fast kernel of the next depth, on heads that end in zeros.
#include "attention.hpp"

namespace edgewise::kernels {

/// What attention_forward and attention_backward give, to the last digits: zeros behind a head's columns change no score and no sum.  Where heads
/// are 1, 4 or 8 and D is below 64, but none of 8, 16, 32, 64, tables are copied into such of the next depth and the results back: passes over
/// rows in place of plain loops over arcs.  Everything else goes straight on.
template <class Real>
AttentionOutput<Real> padded_forward(const Graph& graph, const AttentionInputs<Real>& in);
template <class Real>
AttentionGradients<Real> padded_backward(const Graph& graph, const AttentionInputs<Real>& in, const BasicTensor<Real>& out,
                                         const BasicTensor<Real>& norm, const BasicTensor<Real>& grad, AttentionWants wants);

}  // namespace edgewise::kernels
