#include <edgewise/core/ops/loss.hpp>
#include <edgewise/graph/error.hpp>
#include <edgewise/graph/rows.hpp>

#include <cstring>
#include <limits>

#include "support/gradcheck.hpp"

using namespace edgewise;
using test::check_gradients, test::random_leaf;

namespace {

constexpr float kNan = std::numeric_limits<float>::quiet_NaN();

}  // namespace

TEST_CASE("cross_entropy: by hand", "[ops]") {
  const double two = std::log(2.0), three = std::log(3.0);
  const BasicVariable<double> x(BasicTensor<double>::of(3, 2, {0, two, three, 0, 0, 0}), true);  // shares 1/3 2/3, 3/4 1/4, 1/2 1/2
  const std::vector<std::int32_t> classes{1, 0, -1};
  const std::vector<NodeId> all{0, 1, 2}, second{1};
  CHECK(ops::cross_entropy(x, classes, all).value()(0, 0) == Approx((std::log(1.5) + std::log(4.0 / 3)) / 2));  // node 2 is unknown
  CHECK(ops::cross_entropy(x, classes, second).value()(0, 0) == Approx(std::log(4.0 / 3)));
  const std::vector<float> weights{3, 1};
  CHECK(ops::cross_entropy(x, classes, all, weights).value()(0, 0) == Approx((std::log(1.5) + 3 * std::log(4.0 / 3)) / 4));
  CHECK(ops::cross_entropy(x, classes, second, {}, 0.5F).value()(0, 0) == Approx(0.75 * std::log(4.0 / 3) + 0.25 * std::log(4.0)));
}

TEST_CASE("bce_with_logits and mse: by hand, missing cells left out", "[ops]") {
  const Variable x(Tensor::of(2, 2, {0, 5, 0, std::log(3.F)}), true);
  const Tensor targets = Tensor::of(2, 2, {1, kNan, 0, 1});
  const std::vector<NodeId> all{0, 1};
  const double two = std::log(2.0), rest = std::log(4.0 / 3);
  CHECK(ops::bce_with_logits(x, targets.view(), all).value()(0, 0) == Approx((2 * two + rest) / 3));
  const std::vector<float> weights{3, 5};
  CHECK(ops::bce_with_logits(x, targets.view(), all, weights).value()(0, 0) == Approx((3 * two + two + 5 * rest) / 3));
  const Variable far(Tensor::of(1, 2, {-1000, 1000}), true);
  CHECK(ops::bce_with_logits(far, Tensor::of(1, 2, {1, 1}).view(), std::vector<NodeId>{0}).value()(0, 0) == 500);

  const Variable y(Tensor::of(2, 2, {1, 9, 3, 4}), true);
  CHECK(ops::mse(y, Tensor::of(2, 2, {0, kNan, 1, 4}).view(), all).value()(0, 0) == Approx(5.0 / 3));
}

TEST_CASE("losses: gradients agree with differences", "[ops]") {
  const auto x = random_leaf(6, 4, 1);
  const std::vector<std::int32_t> classes{0, 3, -1, 2, 1, 0};
  const std::vector<NodeId> nodes{5, 0, 2, 3, 1};
  const std::vector<float> weights{0.5F, 2, 1, 3};
  check_gradients({x}, [&] { return ops::cross_entropy(x, classes, nodes); });
  check_gradients({x}, [&] { return ops::cross_entropy(x, classes, nodes, weights, 0.1F); });
  const Tensor targets = Tensor::of(6, 4, {1, 0, kNan, 1, 0, 0, 1, 1, kNan, 1, 0, 0.25F, 1, 1, 1, 0, 0, 0, 0, 1, 1, kNan, kNan, 0});
  check_gradients({x}, [&] { return ops::bce_with_logits(x, targets.view(), nodes); });
  check_gradients({x}, [&] { return ops::bce_with_logits(x, targets.view(), nodes, weights); });
  check_gradients({x}, [&] { return ops::mse(x, targets.view(), nodes); });
}

TEST_CASE("losses: nothing observed is zero and moves nothing", "[ops]") {
  const Variable x(Tensor::filled(2, 3, 1.F), true);
  Variable loss = ops::cross_entropy(x, std::vector<std::int32_t>{-1, -1}, std::vector<NodeId>{0, 1});
  CHECK(loss.value()(0, 0) == 0);
  loss.backward();
  for (float g : x.grad().values()) CHECK(g == 0);
  CHECK(ops::mse(x, Tensor::filled(2, 3, kNan).view(), std::vector<NodeId>{0}).value()(0, 0) == 0);
  CHECK(ops::cross_entropy(x, std::vector<std::int32_t>{0, 1}, {}).value()(0, 0) == 0);
}

TEST_CASE("losses: thread counts give the same bytes", "[ops]") {
  const std::size_t rows = 20000;
  std::vector<std::int32_t> classes(rows);
  std::vector<NodeId> nodes(rows);
  for (std::size_t i = 0; i < rows; ++i) {
    classes[i] = static_cast<std::int32_t>(i % 7);
    nodes[i] = static_cast<NodeId>(rows - 1 - i);
  }
  Tensor start(rows, 7);
  Rng rng(3);
  for (float& value : start.values()) value = static_cast<float>(rng.normal());
  auto run = [&](std::size_t threads) {
    const ThreadLimit limit(threads);
    const Variable x(start, true);
    Variable loss = ops::cross_entropy(x, classes, nodes, {}, 0.1F);
    loss.backward();
    return std::pair(loss.value()(0, 0), x.grad());
  };
  const auto one = run(1), two = run(2), eight = run(8);
  CHECK(one.first == two.first);
  CHECK(one.first == eight.first);
  CHECK(std::memcmp(one.second.data(), two.second.data(), start.size() * sizeof(float)) == 0);
  CHECK(std::memcmp(one.second.data(), eight.second.data(), start.size() * sizeof(float)) == 0);
}

TEST_CASE("losses: what does not fit is named", "[ops]") {
  const Variable x(Tensor(2, 3), true);
  const std::vector<std::int32_t> classes{0, 3}, few{0};
  const std::vector<NodeId> all{0, 1}, beyond{2}, twice{1, 1};
  CHECK_THROWS_WITH(ops::cross_entropy(x, classes, all), "cross_entropy: node 1 has class 3, x has 3 columns");
  CHECK_THROWS_WITH(ops::cross_entropy(x, few, all), "cross_entropy: 1 classes for 2 rows");
  CHECK_THROWS_WITH(ops::cross_entropy(x, classes, beyond), "cross_entropy: node 2 is out of range, x has 2 rows");
  CHECK_THROWS_WITH(ops::mse(x, Tensor(2, 3).view(), twice), "mse: node 1 is listed twice");
  CHECK_THROWS_WITH(ops::mse(x, Tensor(2, 2).view(), all), "mse: targets are 2 x 2, x is 2 x 3");
  CHECK_THROWS_WITH(ops::cross_entropy(x, classes, {}, std::vector<float>{1}), "cross_entropy: 1 class weights for 3 columns");
  CHECK_THROWS_AS(ops::cross_entropy(x, classes, {}, {}, 1.F), UsageError);
}
