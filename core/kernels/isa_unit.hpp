#pragma once
/// Everything that is compiled once for each instruction set: a unit defines EDGEWISE_ISA and includes this file.
#include "attention_any.hpp"
#include "attention_fixed.hpp"
#include "isa.hpp"

namespace edgewise::kernels::EDGEWISE_ISA {
namespace {

template <class Real>
AttentionKernels<Real> any_kernels(Score score) {
  if (score == Score::additive) return kAnyKernels<Score::additive, Real>;
  if (score == Score::dynamic) return kAnyKernels<Score::dynamic, Real>;
  return kAnyKernels<Score::dot, Real>;
}

/// Wider rows than this do not fit in the registers of narrow vectors: the plain loops serve them as well.
constexpr std::size_t kWidest = kLanes > 4 ? 512 : 64;

template <std::size_t H, std::size_t D>
AttentionKernels<float> fixed_or_any(Score score) {
  if constexpr (H * D <= kWidest)
    return fixed_kernels<H, D, float>(score);
  else
    return any_kernels<float>(score);
}

template <std::size_t H>
AttentionKernels<float> with_heads(Score score, std::size_t depth) {
  if (depth == 8) return fixed_or_any<H, 8>(score);
  if (depth == 16) return fixed_or_any<H, 16>(score);
  if (depth == 32) return fixed_or_any<H, 32>(score);
  if (depth == 64) return fixed_or_any<H, 64>(score);
  return any_kernels<float>(score);
}

}  // namespace

AttentionKernels<float> attention_kernels(Score score, std::size_t heads, std::size_t depth) {
  if (heads == 1) return with_heads<1>(score, depth);
  if (heads == 4) return with_heads<4>(score, depth);
  if (heads == 8) return with_heads<8>(score, depth);
  return any_kernels<float>(score);
}

AttentionKernels<float> bf16_attention_kernels(Score score, std::size_t heads, std::size_t depth) {
  if constexpr (kLanes > 4) {
    if (heads == 4 && depth == 32) return fixed_kernels<4, 32, Bf16>(score);
    if (heads == 4 && depth == 64) return fixed_kernels<4, 64, Bf16>(score);
    if (heads == 8 && depth == 16) return fixed_kernels<8, 16, Bf16>(score);
    if (heads == 8 && depth == 32) return fixed_kernels<8, 32, Bf16>(score);
    if (heads == 8 && depth == 64) return fixed_kernels<8, 64, Bf16>(score);
  }
  return {};
}

AttentionKernels<float> plain_attention_kernels(Score score) { return any_kernels<float>(score); }

}  // namespace edgewise::kernels::EDGEWISE_ISA
