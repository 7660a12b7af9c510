// The kernels for AVX2 with FMA.  CMakeLists.txt holds the flags.
#define EDGEWISE_ISA avx2
#include "isa_unit.hpp"
