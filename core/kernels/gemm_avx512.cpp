// The matrix product for this instruction set.  CMakeLists.txt holds the flags.
#define EDGEWISE_ISA avx512
#include "gemm_tile.hpp"
