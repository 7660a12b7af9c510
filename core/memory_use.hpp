#pragma once
/// Whether training may take a table of one number per arc and head to be faster.
#include "../graph/api.hpp"

namespace edgewise {
EDGEWISE_API_BEGIN

/// fast    Backward of attention keeps the gradients of its scores, arcs x heads, for a moment: what the pass over the sources found out
///         is not computed, nor its tables gathered, again by the pass over the targets.
/// least   The second pass recomputes it instead: beside its results backward then makes tables of nodes x heads only.  The same
///         gradients to rounding.  The bias of arcs, where it wants a gradient, still has one: that is a result.
enum class MemoryUse { fast, least };

/// `fast`, or what the environment variable EDGEWISE_MEMORY names: fast or least.
/// Throws UsageError when that is neither.
MemoryUse memory_use();
/// From now on, on all threads.
void set_memory_use(MemoryUse use);

EDGEWISE_API_END
}  // namespace edgewise
