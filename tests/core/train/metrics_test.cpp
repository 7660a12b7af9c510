#include <edgewise/core/train/metrics.hpp>
#include <edgewise/graph/error.hpp>

#include <cmath>

#include "support/check.hpp"

using namespace edgewise;
using namespace edgewise::train;
using Ints = std::vector<std::int32_t>;
using Bytes = std::vector<std::uint8_t>;
using Floats = std::vector<float>;

TEST_CASE("accuracy: rows without a label do not count", "[train]") {
  CHECK(accuracy(Ints{0, 1, 1, 2}, Ints{0, 1, 0, kNoLabel}) == Approx(2.0 / 3));
  CHECK_FALSE(accuracy(Ints{0}, Ints{kNoLabel}));
  CHECK_FALSE(accuracy(Ints{}, Ints{}));
  CHECK_THROWS_WITH(accuracy(Ints{0}, Ints{}), "accuracy: 1 predictions for 0 rows");
}

TEST_CASE("macro_f1: the mean over classes that occur in truth or prediction", "[train]") {
  // class 0: P 1/2, R 1/2, F1 1/2;  class 1: P 2/3, R 1, F1 4/5;  class 2: never called, F1 0
  CHECK(macro_f1(Ints{0, 1, 1, 1, 0}, Ints{0, 0, 1, 1, 2}, 3) == Approx((0.5 + 0.8 + 0) / 3));
  CHECK(macro_f1(Ints{0, 1, 1, 1}, Ints{0, 0, 1, 1}, 3) == Approx((2.0 / 3 + 0.8) / 2));  // class 2 occurs nowhere
  CHECK_FALSE(macro_f1(Ints{0}, Ints{kNoLabel}, 3));
  CHECK_THROWS_AS(macro_f1(Ints{3}, Ints{0}, 3), ShapeError);
}

TEST_CASE("micro_f1: all decisions together", "[train]") {
  CHECK(micro_f1(Bytes{1, 1, 0, 0}, Bytes{1, 0, 1, 0}) == Approx(0.5));
  CHECK_FALSE(micro_f1(Bytes{0, 0}, Bytes{0, 0}));
}

TEST_CASE("mae, rmse, r2: by hand", "[train]") {
  const Floats guess{2, 2, 5}, truth{1, 2, 3};
  CHECK(mean_absolute_error(guess, truth) == Approx(1));
  CHECK(root_mean_squared_error(guess, truth) == Approx(std::sqrt(5.0 / 3)));
  CHECK(r2(guess, truth) == Approx(1 - 5.0 / 2));
  CHECK_FALSE(r2(Floats{1, 2}, Floats{3, 3}));  // a constant truth leaves nothing to explain
  CHECK_FALSE(mean_absolute_error(Floats{}, Floats{}));
  CHECK_FALSE(root_mean_squared_error(Floats{}, Floats{}));
  CHECK_FALSE(r2(Floats{}, Floats{}));
}

TEST_CASE("confusion: rows are the truth", "[train]") {
  CHECK(confusion(Ints{0, 1, 1}, Ints{0, 0, 1}, 2) == std::vector<std::uint64_t>{1, 1, 0, 1});
  CHECK_THROWS_WITH(confusion(Ints{2}, Ints{0}, 2), Catch::Contains("row 0 has class 2"));
}
