#include <edgewise/core/optim/schedule.hpp>

#include "support/check.hpp"

using namespace edgewise;

TEST_CASE("cosine: four epochs of warm-up, half way down in the middle, the floor at the end", "[optim]") {
  CHECK(optim::cosine_rate(0.01, 0, 4, 20) == Approx(0.0025));
  CHECK(optim::cosine_rate(0.01, 3, 4, 20) == Approx(0.01));
  CHECK(optim::cosine_rate(0.01, 4, 4, 20) == Approx(0.01));
  CHECK(optim::cosine_rate(0.01, 12, 4, 20) == Approx(0.005));
  CHECK(optim::cosine_rate(0.01, 20, 4, 20) == 0);
  CHECK(optim::cosine_rate(0.01, 12, 4, 20, 0.002) == Approx(0.006));
  CHECK(optim::cosine_rate(0.01, 99, 0, 1, 0.002) == 0.002);
  CHECK(optim::cosine_rate(0.01, 0, 0, 1) == Approx(0.01));  // a single epoch runs at the full rate
}

TEST_CASE("plateau: the third observation in a row without progress halves the rate", "[optim]") {
  optim::Plateau plateau(0.1, {.patience = 2, .floor = 0.03});
  for (const double value : {1.0, 0.9, 0.9, 0.95}) plateau.observe(value);
  CHECK(plateau.rate() == 0.1);
  plateau.observe(0.89995);  // less than a ten-thousandth better: no progress
  CHECK(plateau.rate() == 0.05);
  plateau.observe(0.8);
  for (int k = 0; k < 3; ++k) plateau.observe(0.8);
  CHECK(plateau.rate() == 0.03);  // 0.025 is below the floor
}

TEST_CASE("plateau: a restored state goes on where it stood", "[optim]") {
  optim::Plateau whole(0.1, {.patience = 1}), resumed(0.1, {.patience = 1});
  whole.observe(1);
  whole.observe(1);
  resumed.restore(whole.state());
  whole.observe(1);
  resumed.observe(1);
  CHECK(whole.rate() == 0.05);
  CHECK(resumed.rate() == 0.05);
}
