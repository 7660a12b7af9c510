#pragma once
/// Attention kernels for the common widths, H heads of D features known to the compiler: sums stay in registers.
#include "fixed_additive.hpp"
#include "fixed_dot.hpp"
#include "fixed_dynamic.hpp"
#include "fixed_forward.hpp"

namespace edgewise::kernels::EDGEWISE_ISA {
namespace {

template <std::size_t H, std::size_t D>
AttentionKernels<float> fixed_kernels(Score score) {
  if (score == Score::additive)
    return {fixed_forward<Score::additive, H, D>,   fixed_additive_targets<H, D>, fixed_additive_sources<H, D>, nullptr, nullptr,
            fixed_statistics<Score::additive, H, D>};
  if (score == Score::dot)
    return {fixed_forward<Score::dot, H, D>,   fixed_dot_targets<H, D>, fixed_dot_sources<H, D>, fixed_dot_stored<H, D>, nullptr,
            fixed_statistics<Score::dot, H, D>};
  return {fixed_forward<Score::dynamic, H, D>,   fixed_dynamic_targets<H, D>, fixed_dynamic_sources<H, D>, fixed_dynamic_stored<H, D>, nullptr,
          fixed_statistics<Score::dynamic, H, D>};
}

}  // namespace
}  // namespace edgewise::kernels::EDGEWISE_ISA
