#include <edgewise/core/train/stopping.hpp>

#include "support/check.hpp"

using namespace edgewise::train;

TEST_CASE("early stopping: a higher score, or an equal one with a lower loss", "[train]") {
  EarlyStopping stopping(Monitor::score, 2);
  CHECK(stopping.observe(1.0, 0.5));
  CHECK_FALSE(stopping.observe(0.5, 0.4));  // a lower loss alone is nothing
  CHECK(stopping.observe(0.9, 0.5));        // a tie, and a lower loss
  CHECK(stopping.state().waited == 0);
  CHECK_FALSE(stopping.observe(0.9, 0.5));
  CHECK_FALSE(stopping.exhausted());
  CHECK(stopping.observe(2.0, 0.6));  // a higher score at any loss
  CHECK_FALSE(stopping.observe(1.0, 0.5));
  CHECK_FALSE(stopping.observe(1.0, 0.5));
  CHECK(stopping.exhausted());
}

TEST_CASE("early stopping: without a score the loss decides", "[train]") {
  EarlyStopping stopping(Monitor::score, 1);
  CHECK(stopping.observe(1.0, std::nullopt));
  CHECK(stopping.observe(0.5, std::nullopt));
  CHECK_FALSE(stopping.observe(0.5, std::nullopt));
  CHECK(stopping.exhausted());
}

TEST_CASE("early stopping: by loss a score is not looked at", "[train]") {
  EarlyStopping stopping(Monitor::loss, 5);
  CHECK(stopping.observe(1.0, 0.9));
  CHECK_FALSE(stopping.observe(1.1, 1.0));
  CHECK(stopping.observe(0.9, 0.1));
}

TEST_CASE("early stopping: the rule of the GAT paper keeps the best in both and waits for either", "[train]") {
  EarlyStopping stopping(Monitor::loss_and_score, 2);
  CHECK(stopping.observe(1.0, 0.5));
  CHECK_FALSE(stopping.observe(0.8, 0.4));  // loss better: waiting starts anew, nothing is kept
  CHECK(stopping.state().waited == 0);
  CHECK_FALSE(stopping.observe(0.9, 0.6));  // score better, but the loss has been 0.8
  CHECK(stopping.observe(0.8, 0.6));        // as good as ever in both
  CHECK_FALSE(stopping.observe(0.9, 0.5));
  CHECK_FALSE(stopping.exhausted());
  CHECK_FALSE(stopping.observe(0.9, 0.5));
  CHECK(stopping.exhausted());
}

TEST_CASE("early stopping: patience 0 never stops", "[train]") {
  EarlyStopping stopping(Monitor::loss, 0);
  for (int k = 0; k < 1000; ++k) stopping.observe(1.0, 0.5);
  CHECK_FALSE(stopping.exhausted());
}
