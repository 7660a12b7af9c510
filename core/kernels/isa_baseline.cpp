// The kernels as the build's own flags compile them, and the ones in double.
#define EDGEWISE_ISA baseline
#include "isa_unit.hpp"

namespace edgewise::kernels {

AttentionKernels<double> attention_kernels_double(Score score) { return baseline::any_kernels<double>(score); }

}  // namespace edgewise::kernels
