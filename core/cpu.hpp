#pragma once
/// Which instruction set the kernels use on this machine.
#include <span>

#include "../graph/api.hpp"

namespace edgewise {
EDGEWISE_API_BEGIN

/// Kernels are compiled once for each; results are the same bytes within a set and agree to 1e-5 across sets.
enum class Isa { generic, avx2, avx512 };

/// `generic`, `avx2` or `avx512`.
const char* isa_name(Isa isa);
/// Best last; `generic` is always there.
std::span<const Isa> supported_isas();
/// The best supported set, or what the environment variable EDGEWISE_ISA names.
/// Throws UsageError when that is not the name of a supported set.
Isa active_isa();
/// For tests and measurements: from now on, on all threads.  Throws UsageError when the machine does not have it.
void set_active_isa(Isa isa);

EDGEWISE_API_END
}  // namespace edgewise
