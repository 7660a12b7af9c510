#pragma once
/// Whether attention gathers large tables in 16 bits.
#include <cstddef>

#include "../graph/api.hpp"

namespace edgewise {
EDGEWISE_API_BEGIN

/// float32    Attention reads what it is given.
/// bf16       Where the table of values outgrows the caches, each pass of attention rounds the tables that it gathers, of nodes x (H*D), to bf16
///            (the upper half of a float: its exponent and 8 binary digits, of which 7 are stored; to the nearest, between two to the even one;
///            NaN stays NaN) and fetches half the bytes an arc.  For prediction and training.
/// Meaning    Attention then gives, byte for byte, what float32 gives for v, l, r, k and q that were rounded beforehand, and for a rounded
///            gradient of the result: its gradients are the true ones at the rounded tables.  The scores' from, to, a and bias, every sum,
///            softmax, result and gradient are float32.  Exported attention weights are always those of the tables as given.
/// Error      Relative to each rounded number 2^-8 at most (of denormals 2^-134 in all).  Hence |y - y32| <= 2^-8 * max |v| under additive
///            scores; the others' scores move by 2^-7 * sum |q k| * scale and 2^-8 * sum |a| (|l| + |r|) at most, and their weights with them.
///            Gradients follow; those of dynamic scores jump where l + r changes its sign, as they do in float32.
/// Where      4 or 8 heads, rows of 128 floats and more once D is rounded up to 16, 32 or 64 (heads of another depth below 64 are padded),
///            AVX2 and AVX-512, no edge features in dynamic scores (nor a slope within 0.01 of 1), single precision.
///            Elsewhere the choice changes nothing: not a byte.  The size that counts is that of the whole table, padding included: a graph
///            may be rounded in a large batch and not alone.
/// Cost       For the time of a pass one table of nodes x (H*D) numbers of 16 bits for each that it gathers.  docs/performance.md has the gain.
/// Threads    The same bytes for every thread count.
enum class ValueStorage { float32, bf16 };

/// The bytes of a table of values, in float32, from which on it counts as one that outgrows the caches.
inline constexpr std::size_t kOutgrowsCaches = std::size_t{1} << 25;

/// `float32`, or what the environment variable EDGEWISE_VALUES names: float32 or bf16.
/// Throws UsageError when that is neither.
ValueStorage value_storage();
/// From now on, on all threads; not between a forward pass and its backward.  `from`: the bytes from which on bf16 is used.
void set_value_storage(ValueStorage storage, std::size_t from = kOutgrowsCaches);
/// Whether a table of values of so many bytes, in float32, is gathered in 16 bits where there is a kernel for it.
bool gathers_bf16(std::size_t bytes);

EDGEWISE_API_END
}  // namespace edgewise
