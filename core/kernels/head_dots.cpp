#include "head_dots.hpp"

#include "pick.hpp"

namespace edgewise::kernels {

void head_dots(const HeadDotsTask& task, float* y) { EDGEWISE_PICK(head_dots, task, y); }
void head_dots_backward(const HeadDotsTask& task, const float* grad, float* dx, bool onto, float* d_a, float* d_b) {
  EDGEWISE_PICK(head_dots_backward, task, grad, dx, onto, d_a, d_b);
}

}  // namespace edgewise::kernels
