#pragma once
/// Numbers of 16 bits, in which tables whose rows are gathered may be stored.
#include <cstdint>

namespace edgewise::kernels {

/// The upper half of a float: its sign, its exponent and 7 bits of its fraction, hence a relative error of 2^-8 at most once rounded.
enum class Bf16 : std::uint16_t {};

}  // namespace edgewise::kernels
