#pragma once
/// Scores of an order: how far the positives stand above the negatives.  One sort each; ShapeError when the sizes differ.
#include <cstdint>
#include <optional>
#include <span>

#include "../../graph/api.hpp"

namespace edgewise::train {
EDGEWISE_API_BEGIN

/// Probability that a positive scores above a negative, ties counting half.  nullopt when one kind is missing or a score is NaN.
std::optional<double> roc_auc(std::span<const float> score, std::span<const std::uint8_t> truth);
/// Average precision: sum over distinct thresholds of (R_n - R_{n-1}) * P_n.  nullopt without positives or
/// when a score is NaN.
std::optional<double> pr_auc(std::span<const float> score, std::span<const std::uint8_t> truth);
EDGEWISE_API_END
}  // namespace edgewise::train
