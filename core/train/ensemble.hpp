#pragma once
/// Several models as one.
#include <span>

#include "../../graph/api.hpp"
#include "trainer.hpp"

namespace edgewise::train {
EDGEWISE_API_BEGIN

/// The mean of the members' probabilities (regression: of their values), given as raw output again: log-odds for multilabel, logarithms for
/// classification; one member as it is.  Added up in the order of the members; probabilities are kept within 1e-7 of 0 and 1 so that everything is
/// finite.
/// Throws   UsageError without members; ShapeError when their shapes differ.
Tensor mean_output(std::span<const Tensor> outputs, Task task);

EDGEWISE_API_END
}  // namespace edgewise::train
