#include "schedule.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace edgewise::optim {

double cosine_rate(double base, std::size_t t, std::size_t warmup, std::size_t total, double floor) {
  if (t < warmup) return base * static_cast<double>(t + 1) / static_cast<double>(warmup);
  if (t >= total) return floor;
  const double share = static_cast<double>(t - warmup) / static_cast<double>(total - warmup);
  return floor + (base - floor) * 0.5 * (1 + std::cos(std::numbers::pi * share));
}

void Plateau::observe(double value) {
  if (value < state_.best * (1 - options_.threshold)) {
    state_.best = value;
    state_.waited = 0;
    return;
  }
  if (++state_.waited <= options_.patience) return;
  state_.rate = std::max(state_.rate * options_.factor, options_.floor);
  state_.waited = 0;
}

}  // namespace edgewise::optim
