#include "attention_choice.hpp"

#include <cmath>
#include <type_traits>

#include "../value_storage.hpp"
#include "isa.hpp"
#include "pick.hpp"

namespace edgewise::kernels {
namespace {

AttentionKernels<float> fast_kernels(Score score, std::size_t heads, std::size_t depth) { EDGEWISE_PICK(attention_kernels, score, heads, depth); }

AttentionKernels<float> bf16_kernels(Score score, std::size_t heads, std::size_t depth) {
  EDGEWISE_PICK(bf16_attention_kernels, score, heads, depth);
}

AttentionKernels<float> plain_kernels(Score score) { EDGEWISE_PICK(plain_attention_kernels, score); }

/// The fast dynamic kernels know no edge features, and divide by 1 - slope.
bool beyond_fast(const AttentionInputs<float>& in) { return in.score == Score::dynamic && (in.w.rows > 0 || std::abs(1 - in.slope) < 0.01F); }

}  // namespace

template <class Real>
AttentionKernels<Real> kernels_for(const AttentionInputs<Real>& in, bool plain) {
  if constexpr (std::is_same_v<Real, double>) {
    return attention_kernels_double(in.score);
  } else {
    const std::size_t depth = depth_of(in);
    if (plain || beyond_fast(in)) return plain_kernels(in.score);
    if (gathers_bf16(in.value.rows * in.heads * depth * sizeof(float)))
      if (const auto kernels = bf16_kernels(in.score, in.heads, depth); kernels.rounds) return kernels;
    return fast_kernels(in.score, in.heads, depth);
  }
}

bool has_fast_kernel(const AttentionInputs<float>& in, std::size_t depth) {
  return !beyond_fast(in) && fast_kernels(in.score, in.heads, depth).forward != plain_kernels(in.score).forward;
}

template AttentionKernels<float> kernels_for(const AttentionInputs<float>&, bool);
template AttentionKernels<double> kernels_for(const AttentionInputs<double>&, bool);

}  // namespace edgewise::kernels
