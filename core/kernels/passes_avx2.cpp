// Passes over rows for this instruction set.  CMakeLists.txt holds the flags.
#define EDGEWISE_ISA avx2
#include "head_dots_tile.hpp"
#include "norm_tile.hpp"
#include "passes_tile.hpp"
#include "sparse_tile.hpp"
