// The kernels as the build's own flags compile them.
#define EDGEWISE_ISA baseline
#include "isa_unit.hpp"
