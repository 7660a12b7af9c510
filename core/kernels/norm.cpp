#include "norm.hpp"

#include "pick.hpp"

namespace edgewise::kernels {

void norm_forward(const NormTask& task, float epsilon, const float* plus, float* y) { EDGEWISE_PICK(norm_forward, task, epsilon, plus, y); }
void norm_backward(const NormTask& task, const float* grad, float* dx, bool onto, float* d_weight, float* d_bias) {
  EDGEWISE_PICK(norm_backward, task, grad, dx, onto, d_weight, d_bias);
}

}  // namespace edgewise::kernels
