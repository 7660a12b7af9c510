#include "calibration.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "../../graph/error.hpp"
#include "../sigmoid.hpp"

namespace edgewise::train {
namespace {

constexpr double kEdge = 1e-6;  // probabilities of 0 and 1 have no logit

double logit(double p) {
  p = std::clamp(p, kEdge, 1 - kEdge);
  return std::log(p) - std::log1p(-p);
}
/// -t log sigmoid(z) - (1 - t) log(1 - sigmoid(z)), without overflow.
double log_loss(double z, double t) { return std::max(z, 0.0) - t * z + std::log1p(std::exp(-std::abs(z))); }

void check(std::size_t probabilities, std::size_t labels) {
  if (probabilities != labels) fail<ShapeError>("calibration: ", probabilities, " probabilities, ", labels, " labels");
}

struct Line {
  double slope = 1, offset = 0;
};

double total_loss(const Line& line, const std::vector<double>& x, const std::vector<double>& target) {
  double sum = 0;
  for (std::size_t k = 0; k < x.size(); ++k) sum += log_loss(line.slope * x[k] + line.offset, target[k]);
  return sum;
}

/// The loss is convex in both numbers: Newton steps, halved until the loss falls.
Line fit(const std::vector<double>& x, const std::vector<double>& target, bool with_offset) {
  Line line;
  double loss = total_loss(line, x, target);
  constexpr std::size_t kSteps = 100;
  for (std::size_t step = 0; step < kSteps; ++step) {
    double ga = 0, gb = 0, haa = 1e-9, hab = 0, hbb = 1e-9;
    for (std::size_t k = 0; k < x.size(); ++k) {
      const double p = sigmoid(line.slope * x[k] + line.offset), weight = p * (1 - p), off = p - target[k];
      ga += off * x[k];
      gb += off;
      haa += weight * x[k] * x[k];
      hab += weight * x[k];
      hbb += weight;
    }
    const double determinant = haa * hbb - hab * hab;
    double da = -ga / haa, db = 0;
    if (with_offset && determinant > 0) {
      da = -(hbb * ga - hab * gb) / determinant;
      db = -(haa * gb - hab * ga) / determinant;
    }
    bool better = false;
    for (double share = 1; share > 1e-6 && !better; share /= 2) {
      const Line next{line.slope + share * da, line.offset + share * db};
      const double next_loss = total_loss(next, x, target);
      if (next_loss < loss - 1e-12 * std::abs(loss)) {
        line = next;
        loss = next_loss;
        better = true;
      }
    }
    if (!better) break;
  }
  return line;
}

}  // namespace

Calibration fit_calibration(CalibrationRule rule, std::span<const float> probability, std::span<const std::uint8_t> truth) {
  check(probability.size(), truth.size());
  const auto positives = static_cast<double>(std::count(truth.begin(), truth.end(), std::uint8_t{1}));
  const double negatives = static_cast<double>(truth.size()) - positives;
  Calibration result;
  if (positives == 0 || negatives == 0 || std::any_of(probability.begin(), probability.end(), [](float p) { return std::isnan(p); })) return result;

  const bool platt = rule == CalibrationRule::platt;
  const double yes = platt ? (positives + 1) / (positives + 2) : 1, no = platt ? 1 / (negatives + 2) : 0;
  std::vector<double> x, target;
  for (std::size_t k = 0; k < truth.size(); ++k) {
    x.push_back(logit(static_cast<double>(probability[k])));
    target.push_back(truth[k] == 1 ? yes : no);
  }
  Line line = fit(x, target, platt);
  constexpr double kLeast = 0.01, kMost = 100;  // a perfectly separated validation set asks for an infinite slope, a useless model for none
  if (line.slope < kLeast || line.slope > kMost) {
    line.slope = std::clamp(line.slope, kLeast, kMost);
    if (platt) line.offset = std::clamp(line.offset, -20.0, 20.0);
  }
  result.slope = static_cast<float>(line.slope);
  result.offset = static_cast<float>(line.offset);
  result.count = truth.size();
  result.error_before = static_cast<float>(expected_calibration_error(probability, truth));
  std::vector<float> after;
  for (const float p : probability) after.push_back(calibrated(p, result));
  result.error_after = static_cast<float>(expected_calibration_error(after, truth));
  return result;
}

float calibrated(float probability, const Calibration& calibration) {
  if (calibration.slope == 1 && calibration.offset == 0) return probability;
  return static_cast<float>(
      sigmoid(static_cast<double>(calibration.slope) * logit(static_cast<double>(probability)) + static_cast<double>(calibration.offset)));
}

double expected_calibration_error(std::span<const float> probability, std::span<const std::uint8_t> truth, std::size_t bins) {
  check(probability.size(), truth.size());
  if (truth.empty() || bins == 0) return 0;
  std::vector<double> said(bins, 0), seen(bins, 0);
  for (std::size_t k = 0; k < truth.size(); ++k) {
    const auto p = static_cast<double>(probability[k]);
    const auto bin = std::min(static_cast<std::size_t>(std::clamp(p, 0.0, 1.0) * static_cast<double>(bins)), bins - 1);
    said[bin] += p;
    seen[bin] += truth[k] == 1 ? 1.0 : 0.0;
  }
  double sum = 0;
  for (std::size_t b = 0; b < bins; ++b) sum += std::abs(said[b] - seen[b]);
  return sum / static_cast<double>(truth.size());
}

}  // namespace edgewise::train
