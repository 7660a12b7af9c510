#include <edgewise/core/train/calibration.hpp>
#include <edgewise/graph/error.hpp>
#include <edgewise/graph/random.hpp>

#include <cmath>
#include <limits>
#include <vector>

#include "support/check.hpp"

using namespace edgewise;
using namespace edgewise::train;

namespace {

/// Labels drawn from true probabilities, and what a model says that is sure twice too often.
struct Sample {
  std::vector<float> said;
  std::vector<std::uint8_t> truth;
};
Sample overconfident(std::size_t count, double slope, double offset) {
  Sample sample;
  Rng rng(5);
  for (std::size_t k = 0; k < count; ++k) {
    const double z = 2 * rng.normal();
    const double p = 1 / (1 + std::exp(-z));
    sample.truth.push_back(rng.uniform() < p ? 1 : 0);
    sample.said.push_back(static_cast<float>(1 / (1 + std::exp(-(z * slope + offset)))));
  }
  return sample;
}

}  // namespace

TEST_CASE("calibration error: two bins by hand") {
  const std::vector<float> p{0.2F, 0.3F, 0.9F, 0.8F};
  const std::vector<std::uint8_t> truth{0, 1, 1, 1};
  // low bin: |0.5 - 1| of four rows, high bin: |1.7 - 2|
  CHECK(expected_calibration_error(p, truth, 2) == Approx((0.5 + 0.3) / 4));
  CHECK(expected_calibration_error({}, {}) == 0);
  CHECK_THROWS_AS(expected_calibration_error(p, {}), ShapeError);
}

TEST_CASE("calibration: temperature and Platt find the line that bent the probabilities") {
  const Sample doubled = overconfident(20000, 2, 0);
  const Calibration temperature = fit_calibration(CalibrationRule::temperature, doubled.said, doubled.truth);
  CHECK(temperature.slope == Approx(0.5).epsilon(0.05));
  CHECK(temperature.offset == 0);
  CHECK(temperature.error_after < temperature.error_before / 3);
  CHECK(temperature.count == 20000);
  const Sample shifted = overconfident(20000, 2, 1);
  const Calibration platt = fit_calibration(CalibrationRule::platt, shifted.said, shifted.truth);
  CHECK(platt.slope == Approx(0.5).epsilon(0.05));
  CHECK(platt.offset == Approx(-0.5).epsilon(0.1));
  CHECK(platt.error_after < platt.error_before / 3);
}

TEST_CASE("calibration: the order stays, 0 and 1 stay finite, nothing to learn from is the identity") {
  const Calibration bent{0.5F, 1.0F, 10, 0, 0};
  float before = -1;
  for (const float p : {0.0F, 1e-9F, 0.1F, 0.5F, 0.9F, 1.0F}) {
    const float after = calibrated(p, bent);
    CHECK(std::isfinite(after));
    CHECK(after >= before);
    before = after;
  }
  CHECK(calibrated(0.3F, {}) == 0.3F);
  const std::vector<float> p{0.2F, 0.7F};
  const std::vector<std::uint8_t> ones{1, 1}, both{0, 1};
  CHECK(fit_calibration(CalibrationRule::platt, p, ones) == Calibration{});
  CHECK(fit_calibration(CalibrationRule::temperature, {}, {}) == Calibration{});
  const std::vector<float> broken{0.2F, std::numeric_limits<float>::quiet_NaN()};
  CHECK(fit_calibration(CalibrationRule::platt, broken, both) == Calibration{});
  const Calibration separated = fit_calibration(CalibrationRule::temperature, p, both);  // no finite best slope
  CHECK(std::isfinite(separated.slope));
  CHECK_THROWS_AS(fit_calibration(CalibrationRule::platt, p, {}), ShapeError);
}
