#pragma once
/// The end of a branch on rows, forward and backward in one pass each: plus + curve(norm(x) * weight + bias).
#include <cstddef>

namespace edgewise::kernels {

/// What follows the norm.
enum class Curve { none, elu, relu, gelu };

/// Plain values (isa_name.hpp says why) about rows [first, last) of tables of `cols` columns, rows one behind the other.
struct NormTask {
  const float* x;
  float* moments;       ///< two numbers a row: mean and 1 / deviation; forward writes them
  const float* weight;  ///< cols numbers, as `bias`; both or neither
  const float* bias;
  std::size_t cols;
  std::size_t first, last;
  Curve curve;
};

/// y[i] = plus[i] + curve((x[i] - mean_i) / deviation_i * weight + bias), plus left out where nullptr.
void norm_forward(const NormTask& task, float epsilon, const float* plus, float* y);
/// dx[i] (or += `onto`) from grad; adds what the rows give for weight and bias to the sums of `cols` numbers each.  dx may be grad itself.
void norm_backward(const NormTask& task, const float* grad, float* dx, bool onto, float* d_weight, float* d_bias);

#define EDGEWISE_DECLARE(isa)                                                                                        \
  namespace isa {                                                                                                    \
  void norm_forward(const NormTask& task, float epsilon, const float* plus, float* y);                               \
  void norm_backward(const NormTask& task, const float* grad, float* dx, bool onto, float* d_weight, float* d_bias); \
  }
EDGEWISE_DECLARE(baseline)
EDGEWISE_DECLARE(avx2)
EDGEWISE_DECLARE(avx512)
#undef EDGEWISE_DECLARE

}  // namespace edgewise::kernels
