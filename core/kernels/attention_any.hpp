#pragma once
/// Attention kernels for any number of heads and any width: plain loops, the reference of the family.
#include "any_backward.hpp"
#include "any_forward.hpp"

namespace edgewise::kernels::EDGEWISE_ISA {
namespace {

template <Score S, class Real>
inline constexpr AttentionKernels<Real> kAnyKernels = {any_forward<S, Real>, any_targets<S, Real>,   any_sources<S, Real>, nullptr,
                                                       any_weights<S, Real>, any_statistics<S, Real>};

}  // namespace
}  // namespace edgewise::kernels::EDGEWISE_ISA
