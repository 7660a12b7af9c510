// The kernels for AVX-512 (F, DQ, BW, VL).  CMakeLists.txt holds the flags.
#define EDGEWISE_ISA avx512
#include "isa_unit.hpp"
