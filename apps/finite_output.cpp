#include "finite_output.hpp"

#include <algorithm>
#include <cmath>

#include "../graph/error.hpp"

namespace edgewise::cli {

void check_finite(const Tensor& output, const std::function<std::string(std::size_t)>& name) {
  std::size_t first = 0, count = 0;
  for (std::size_t i = 0; i < output.rows(); ++i) {
    const auto row = output.row(i);
    if (std::all_of(row.begin(), row.end(), [](float value) { return std::isfinite(value); })) continue;
    if (count++ == 0) first = i;
  }
  if (count == 0) return;
  fail<NumericError>(name(first), ": its prediction is not a finite number", count > 1 ? " (the first of " + std::to_string(count) + " such)" : "",
                     "; values of it, or of what it is connected to, are too large for this model: bring them to the scale of the training data. "
                     "Nothing was written");
}

}  // namespace edgewise::cli
