// Dropout and ELU for this instruction set.  CMakeLists.txt holds the flags.
#define EDGEWISE_ISA avx512
#include "passes_tile.hpp"
