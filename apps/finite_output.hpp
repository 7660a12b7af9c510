#pragma once
/// Predictions are numbers, or there are none.
#include <functional>
#include <string>

#include "../core/tensor.hpp"

namespace edgewise::cli {

/// Throws NumericError naming the first row of raw output with an entry that is no finite number, how many rows there are of the kind, and what
/// may be the cause; to be asked before anything is written.  `name` gives the name of a row, as in "node 'a'".
void check_finite(const Tensor& output, const std::function<std::string(std::size_t)>& name);

}  // namespace edgewise::cli
