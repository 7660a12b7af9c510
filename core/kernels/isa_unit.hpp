#pragma once
/// Everything that is compiled once for each instruction set: a unit defines EDGEWISE_ISA and includes this file.
#include "attention_any.hpp"
#include "isa.hpp"

namespace edgewise::kernels::EDGEWISE_ISA {
namespace {

template <class Real>
AttentionKernels<Real> any_kernels(Score score) {
  if (score == Score::additive) return kAnyKernels<Score::additive, Real>;
  if (score == Score::dynamic) return kAnyKernels<Score::dynamic, Real>;
  return kAnyKernels<Score::dot, Real>;
}

}  // namespace

AttentionKernels<float> attention_kernels_float(Score score, std::size_t, std::size_t) { return any_kernels<float>(score); }
AttentionKernels<double> attention_kernels_double(Score score, std::size_t, std::size_t) { return any_kernels<double>(score); }

}  // namespace edgewise::kernels::EDGEWISE_ISA
