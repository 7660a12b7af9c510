#pragma once
/// Attention kernels for the common widths, H heads of D features known to the compiler: sums stay in registers.
#include "fixed_additive.hpp"
#include "fixed_dot.hpp"
#include "fixed_dynamic.hpp"
#include "fixed_forward.hpp"

namespace edgewise::kernels::EDGEWISE_ISA {
namespace {

/// Stored: of the tables that they gather, float or Bf16.
template <std::size_t H, std::size_t D, class Stored>
AttentionKernels<float> fixed_kernels(Score score) {
  if (score == Score::additive)
    return {
        fixed_forward<Score::additive, H, D, Stored>,    fixed_additive_targets<H, D, Stored>, fixed_additive_sources<H, D, Stored>, nullptr, nullptr,
        fixed_statistics<Score::additive, H, D, Stored>, std::is_same_v<Stored, Bf16>};
  if (score == Score::dot)
    return {fixed_forward<Score::dot, H, D, Stored>,
            fixed_dot_targets<H, D, Stored>,
            fixed_dot_sources<H, D, Stored>,
            fixed_dot_stored<H, D, Stored>,
            nullptr,
            fixed_statistics<Score::dot, H, D, Stored>,
            std::is_same_v<Stored, Bf16>};
  return {fixed_forward<Score::dynamic, H, D, Stored>,
          fixed_dynamic_targets<H, D, Stored>,
          fixed_dynamic_sources<H, D, Stored>,
          fixed_dynamic_stored<H, D, Stored>,
          nullptr,
          fixed_statistics<Score::dynamic, H, D, Stored>,
          std::is_same_v<Stored, Bf16>};
}

}  // namespace
}  // namespace edgewise::kernels::EDGEWISE_ISA
