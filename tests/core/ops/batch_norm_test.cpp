#include <edgewise/core/ops/batch_norm.hpp>
#include <edgewise/graph/error.hpp>
#include <edgewise/graph/rows.hpp>

#include <cmath>
#include <vector>

#include "support/gradcheck.hpp"

using namespace edgewise;
using test::check_gradients, test::random_leaf;
using Matrix = BasicTensor<double>;

TEST_CASE("batch_norm: by hand, and the running tables move", "[ops]") {
  const BasicVariable<double> x(Matrix::of(2, 1, {1, 3})), weight(Matrix::filled(1, 1, 1.0)), bias(Matrix(1, 1));
  BasicVariable<double> mean(Matrix(1, 1)), variance(Matrix::filled(1, 1, 1.0));
  const Matrix y = ops::batch_norm(x, weight, bias, mean, variance, true, 0.1, 0.0).value();
  CHECK(y(0, 0) == Approx(-1));
  CHECK(y(1, 0) == Approx(1));
  CHECK(mean.value()(0, 0) == Approx(0.2));            // 0.9 * 0 + 0.1 * 2
  CHECK(variance.value()(0, 0) == Approx(0.9 + 0.2));  // the unbiased variance of 1 and 3 is 2
  const Matrix z = ops::batch_norm(x, weight, bias, mean, variance, false, 0.1, 0.0).value();
  CHECK(z(0, 0) == Approx(0.8 / std::sqrt(1.1)));
}

TEST_CASE("batch_norm: one row has no variance to speak of: the running tables serve and stay", "[ops]") {
  const BasicVariable<double> x(Matrix::of(1, 1, {5})), weight(Matrix::filled(1, 1, 2.0)), bias(Matrix::filled(1, 1, 1.0));
  const BasicVariable<double> mean(Matrix::filled(1, 1, 3.0)), variance(Matrix::filled(1, 1, 4.0));
  CHECK(ops::batch_norm(x, weight, bias, mean, variance, true, 0.1, 0.0).value()(0, 0) == Approx(3));  // 2 * (5 - 3) / 2 + 1
  CHECK(mean.value()(0, 0) == 3);
  CHECK(variance.value()(0, 0) == 4);
  CHECK(ops::batch_norm(BasicVariable<double>(Matrix(0, 1)), weight, bias, mean, variance, true).rows() == 0);
}

TEST_CASE("batch_norm: the same bytes on 1, 2 and 8 threads", "[ops]") {
  const auto x = random_leaf(20000, 3, 7);
  std::vector<double> first;
  for (const std::size_t threads : {1U, 2U, 8U}) {
    const ThreadLimit limit(threads);
    const BasicVariable<double> weight(Matrix::filled(1, 3, 1.0)), bias(Matrix(1, 3)), mean(Matrix(1, 3)), variance(Matrix::filled(1, 3, 1.0));
    const auto y = ops::batch_norm(x, weight, bias, mean, variance, true);
    std::vector<double> all(y.value().values().begin(), y.value().values().end());
    all.insert(all.end(), mean.value().values().begin(), mean.value().values().end());
    all.insert(all.end(), variance.value().values().begin(), variance.value().values().end());
    if (first.empty()) first = all;
    CHECK(all == first);
  }
}

TEST_CASE("batch_norm: gradients agree with differences", "[ops]") {
  const auto x = random_leaf(6, 5, 1), weight = random_leaf(1, 5, 2), bias = random_leaf(1, 5, 3);
  const Matrix mean = random_leaf(1, 5, 4).value(), variance = Matrix::filled(1, 5, 1.5);
  for (bool training : {true, false})
    check_gradients(
        {x, weight, bias}, [&] { return ops::batch_norm(x, weight, bias, BasicVariable<double>(mean), BasicVariable<double>(variance), training); },
        1e-5);
}

TEST_CASE("batch_norm: wrong shapes are named", "[ops]") {
  const Variable x(Tensor(2, 3)), row(Tensor(1, 3)), wrong(Tensor(1, 2));
  CHECK_THROWS_WITH(ops::batch_norm(x, row, row, wrong, row, true), "batch_norm: running_mean is 1 x 2, expected 1 x 3");
  CHECK_THROWS_WITH(ops::batch_norm(x, wrong, row, row, row, true), "batch_norm: weight is 1 x 2, expected 1 x 3");
}
