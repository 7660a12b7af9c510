// The matrix product for this instruction set.  CMakeLists.txt holds the flags.
#define EDGEWISE_ISA avx2
#include "gemm_tile.hpp"
