#include <edgewise/core/train/rate.hpp>

#include "support/check.hpp"

using namespace edgewise::train;

TEST_CASE("rate: a constant one, and a cosine with its warm-up, worked by hand", "[train]") {
  const TrainOptions flat{.epochs = 4, .lr = 0.5F};
  CHECK(Rate(flat).of(1, 0, 3) == 0.5);
  CHECK(Rate(flat).of(4, 2, 3) == 0.5);
  const TrainOptions cosine{.epochs = 5, .lr = 0.5F, .schedule = Schedule::cosine, .warmup = 1};  // 2 steps an epoch: 2 up, 8 down
  const Rate rate(cosine);
  CHECK(rate.of(1, 0, 2) == Approx(0.25));
  CHECK(rate.of(1, 1, 2) == Approx(0.5));
  CHECK(rate.of(2, 0, 2) == Approx(0.5));
  CHECK(rate.of(4, 0, 2) == Approx(0.25));  // half way down
}

TEST_CASE("rate: a plateau halves it, never below a hundredth, and counts on from a state", "[train]") {
  const TrainOptions options{.epochs = 400, .lr = 0.5F, .schedule = Schedule::plateau};
  Rate rate(options);
  for (int k = 0; k < 7; ++k) rate.observe(1);
  Rate later(options);
  later.restore(rate.state());
  for (Rate* r : {&rate, &later}) {
    for (int k = 0; k < 4; ++k) r->observe(1);
    CHECK(r->of(12, 0, 1) == 0.5);
    r->observe(1);  // the eleventh without a lower loss
    CHECK(r->of(13, 0, 1) == 0.25);
  }
  for (int k = 0; k < 300; ++k) rate.observe(1);
  CHECK(rate.of(400, 0, 1) == Approx(0.005));
}
