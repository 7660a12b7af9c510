#pragma once
/// The entry points of the units that are compiled once for each instruction set.
#include "attention_task.hpp"

namespace edgewise::kernels {

namespace baseline {
AttentionKernels<float> attention_kernels_float(Score score, std::size_t heads, std::size_t depth);
AttentionKernels<double> attention_kernels_double(Score score, std::size_t heads, std::size_t depth);
}  // namespace baseline

}  // namespace edgewise::kernels
