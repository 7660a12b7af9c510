#pragma once
/// Probabilities that mean what they say: fitted on validation, applied ever after.
#include <cstddef>
#include <cstdint>
#include <span>

#include "../../graph/api.hpp"

namespace edgewise::train {
EDGEWISE_API_BEGIN

/// p -> sigmoid(slope * logit(p) + offset).  It works on probabilities, so that the mean of an ensemble is calibrated as it is shown.
struct Calibration {
  float slope = 1;
  float offset = 0;
  std::size_t count = 0;                    ///< labels it was fitted on; 0: none, the identity
  float error_before = 0, error_after = 0;  ///< expected calibration error on them
  friend bool operator==(const Calibration&, const Calibration&) = default;
};

/// temperature  one number, slope = 1 / T, offset 0: the order of rows and the side of 0.5 stay.  Source: Guo et al. 2017, arXiv:1706.04599.
/// platt        slope >= 0 and offset: the order stays.  Source: Platt 1999, with his smoothed targets (N+ + 1) / (N+ + 2) and 1 / (N- + 2).
enum class CalibrationRule { temperature, platt };

/// The calibration that fits best (least log loss; damped Newton, in double, in order).  The identity where either class is missing, or where a
/// probability is NaN.
/// Throws   ShapeError when the sizes differ.
Calibration fit_calibration(CalibrationRule rule, std::span<const float> probability, std::span<const std::uint8_t> truth);
/// What becomes of one probability.
float calibrated(float probability, const Calibration& calibration);

/// sum over `bins` equal bins of [0, 1] of (rows in it / rows) * |mean probability - share of positives|; 0 for no rows.
double expected_calibration_error(std::span<const float> probability, std::span<const std::uint8_t> truth, std::size_t bins = 15);

EDGEWISE_API_END
}  // namespace edgewise::train
