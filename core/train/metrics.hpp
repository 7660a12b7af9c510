#pragma once
/// Scores, each defined where it stands: of decisions and of values here, of an order in ranking.hpp, all that a task has in evaluate.hpp.
/// Sums run in double, in order.  All throw ShapeError when the sizes differ.
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "../../graph/api.hpp"
#include "evaluate.hpp"
#include "ranking.hpp"

namespace edgewise::train {
EDGEWISE_API_BEGIN

/// Share of rows whose predicted class is the true one.  Rows with label kNoLabel do not count; nullopt when none is left.
std::optional<double> accuracy(std::span<const std::int32_t> predicted, std::span<const std::int32_t> truth);
/// Mean over the classes that occur in truth or prediction of 2PR / (P + R), 0 where both are 0.
std::optional<double> macro_f1(std::span<const std::int32_t> predicted, std::span<const std::int32_t> truth, std::size_t classes);
/// F1 over all (row, label) decisions together, 2 TP / (2 TP + FP + FN); nullopt when nothing is or is called positive.  For
/// single-label data it equals accuracy.
std::optional<double> micro_f1(std::span<const std::uint8_t> predicted, std::span<const std::uint8_t> truth);
/// Mean of |predicted - truth|; root of the mean of its square; nullopt without rows:
std::optional<double> mean_absolute_error(std::span<const float> predicted, std::span<const float> truth);
std::optional<double> root_mean_squared_error(std::span<const float> predicted, std::span<const float> truth);
/// 1 - residual / total sum of squares; nullopt when truth is constant.
std::optional<double> r2(std::span<const float> predicted, std::span<const float> truth);

/// confusion[t * classes + p]: rows of class t predicted as p.
std::vector<std::uint64_t> confusion(std::span<const std::int32_t> predicted, std::span<const std::int32_t> truth, std::size_t classes);

EDGEWISE_API_END
}  // namespace edgewise::train
