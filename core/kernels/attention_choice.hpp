#pragma once
/// For sources: which kernels serve a problem.
#include "attention.hpp"

namespace edgewise::kernels {

/// D: features per head.
template <class Real>
std::size_t depth_of(const AttentionInputs<Real>& in) {
  return (in.score == Score::additive ? in.value.cols : in.source.cols) / in.heads;
}

/// The kernels of a problem, chosen once at the door: for its widths, for what it asks of a score, and for the storage of its values.
/// `plain`: those that serve any problem.
template <class Real>
AttentionKernels<Real> kernels_for(const AttentionInputs<Real>& in, bool plain = false);

/// Is there a fast kernel for the problem, were its heads `depth` wide?
bool has_fast_kernel(const AttentionInputs<float>& in, std::size_t depth);

}  // namespace edgewise::kernels
