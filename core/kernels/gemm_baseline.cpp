// The matrix product for this instruction set.  CMakeLists.txt holds the flags.
#define EDGEWISE_ISA baseline
#include "gemm_tile.hpp"
