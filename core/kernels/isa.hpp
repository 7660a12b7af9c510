#pragma once
/// The entry points of the units that are compiled once for each instruction set.
#include "attention_task.hpp"

namespace edgewise::kernels {

/// attention_kernels: the fastest for these widths.  plain_attention_kernels: for every width, and for what the fast ones
/// do not know (edge features, a slope of one).  bf16_attention_kernels: those that gather rounded tables, or none: narrow rows and
/// instruction sets of four lanes do without.
#define EDGEWISE_DECLARE(isa)                                                                        \
  namespace isa {                                                                                    \
  AttentionKernels<float> attention_kernels(Score score, std::size_t heads, std::size_t depth);      \
  AttentionKernels<float> bf16_attention_kernels(Score score, std::size_t heads, std::size_t depth); \
  AttentionKernels<float> plain_attention_kernels(Score score);                                      \
  }
EDGEWISE_DECLARE(baseline)
EDGEWISE_DECLARE(avx2)
EDGEWISE_DECLARE(avx512)
#undef EDGEWISE_DECLARE

/// In double there is one set, which serves the gradient checks.
AttentionKernels<double> attention_kernels_double(Score score);

}  // namespace edgewise::kernels
