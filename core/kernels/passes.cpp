#include "passes.hpp"

#include "pick.hpp"

namespace edgewise::kernels {

void drop(const DropTask& task) { EDGEWISE_PICK(drop, task); }
float exp_sum(const float* from, float top, float* to, std::size_t count) { EDGEWISE_PICK(exp_sum, from, top, to, count); }
void elu(const float* from, float* to, std::size_t count) { EDGEWISE_PICK(elu, from, to, count); }
void gelu(const float* from, float* to, std::size_t count) { EDGEWISE_PICK(gelu, from, to, count); }
void gelu_slope(const float* from, float* to, std::size_t count) { EDGEWISE_PICK(gelu_slope, from, to, count); }
void to_bf16(const float* from, Bf16* to, std::size_t count) { EDGEWISE_PICK(to_bf16, from, to, count); }

}  // namespace edgewise::kernels
