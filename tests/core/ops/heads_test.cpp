#include <edgewise/core/ops/heads.hpp>
#include <edgewise/core/ops/linear.hpp>
#include <edgewise/graph/error.hpp>

#include "support/gradcheck.hpp"

using namespace edgewise;
using test::check_gradients, test::random_leaf;

TEST_CASE("head_dot and lookup: by hand", "[ops]") {
  const Variable x(Tensor::of(1, 4, {1, 2, 3, 4})), a(Tensor::of(1, 4, {1, 1, 10, 100}));
  const Tensor y = ops::head_dot(x, a, 2).value();
  CHECK(y(0, 0) == 3);
  CHECK(y(0, 1) == 430);
  const std::vector<std::uint32_t> row{1, 0, 1};
  const Tensor z = ops::lookup(Variable(Tensor::of(2, 2, {1, 2, 3, 4})), row).value();
  CHECK(z(0, 0) == 3);
  CHECK(z(1, 1) == 2);
  CHECK(z(2, 1) == 4);
}

TEST_CASE("fold_heads: the same scores as widening first", "[ops]") {
  const auto x = random_leaf(5, 3, 1), weight = random_leaf(8, 3, 2), a = random_leaf(1, 8, 3);
  const auto wide = ops::head_dot(ops::linear<double>(x, weight, {}), a, 2).value();
  const auto folded = ops::linear<double>(x, ops::fold_heads(weight, a, 2), {}).value();
  for (std::size_t k = 0; k < wide.size(); ++k) CHECK(folded.data()[k] == Approx(wide.data()[k]));
}

TEST_CASE("heads: gradients agree with differences", "[ops]") {
  const auto x = random_leaf(5, 6, 1), a = random_leaf(1, 6, 2), weight = random_leaf(6, 4, 3), table = random_leaf(3, 2, 4);
  const std::vector<std::uint32_t> row{2, 0, 2, 2, 0};
  check_gradients({x, a}, [&] { return ops::head_dot(x, a, 3); });
  check_gradients({weight, a}, [&] { return ops::fold_heads(weight, a, 2); });
  check_gradients({table}, [&] { return ops::lookup(table, row); });
}

TEST_CASE("heads: what does not fit is named", "[ops]") {
  const Variable x(Tensor(2, 4)), a(Tensor(1, 3));
  CHECK_THROWS_WITH(ops::head_dot(x, a, 3), "head_dot: 4 columns cannot be shared by 3 heads");
  CHECK_THROWS_WITH(ops::head_dot(x, a, 2), "head_dot: a is 1 x 3, expected 1 x 4");
  const std::vector<std::uint32_t> row{0, 2};
  CHECK_THROWS_WITH(ops::lookup(x, row), "lookup: entry 1 names row 2, the table has 2 rows");
}
