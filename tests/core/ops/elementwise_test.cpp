#include <edgewise/core/ops/elementwise.hpp>
#include <edgewise/graph/error.hpp>

#include "support/gradcheck.hpp"

using namespace edgewise;
using test::check_gradients, test::random_leaf;
using Matrix = BasicTensor<double>;

TEST_CASE("elementwise: by hand", "[ops]") {
  const Variable a(Tensor::of(2, 2, {1, 2, 3, 4})), b(Tensor::of(2, 2, {10, 20, 30, 40})), row(Tensor::of(1, 2, {5, 7}));
  CHECK(ops::add(a, b).value()(1, 0) == 33);
  CHECK(ops::add_bias(a, row).value()(1, 1) == 11);
  CHECK(ops::scale(a, 3.F).value()(0, 1) == 6);
  CHECK(ops::scale_columns(a, Tensor::of(1, 2, {2, 3}), Tensor::of(1, 2, {1, -1})).value()(1, 1) == 11);
  CHECK(ops::mean(a).value()(0, 0) == 2.5F);
  CHECK(ops::mean(Variable(Tensor(0, 3))).value()(0, 0) == 0);

  const Tensor side = ops::concat<float>({a, row.rows() == 1 ? b : a}).value();
  REQUIRE(side.cols() == 4);
  CHECK(side(1, 1) == 4);
  CHECK(side(1, 2) == 30);

  const Tensor middle = ops::columns(Variable(Tensor::of(2, 3, {1, 2, 3, 4, 5, 6})), 1, 1).value();
  REQUIRE(middle.cols() == 1);
  CHECK(middle(1, 0) == 5);
  CHECK(ops::columns(a, 2, 0).value().cols() == 0);

  const Tensor heads = ops::mean_heads(Variable(Tensor::of(1, 6, {1, 2, 3, 5, 6, 7})), 2).value();  // heads 1 2 3 and 5 6 7
  REQUIRE(heads.cols() == 3);
  CHECK(heads(0, 0) == 3);
  CHECK(heads(0, 2) == 5);

  const Tensor turned = ops::transpose(Variable(Tensor::of(2, 3, {1, 2, 3, 4, 5, 6}))).value();
  REQUIRE(turned.rows() == 3);
  CHECK(turned(2, 0) == 3);
  CHECK(turned(0, 1) == 4);
}

TEST_CASE("elementwise: gradients agree with differences", "[ops]") {
  const auto a = random_leaf(5, 6, 1), b = random_leaf(5, 6, 2), row = random_leaf(1, 6, 3);
  check_gradients({a, b}, [&] { return ops::add(a, b); });
  check_gradients({a}, [&] { return ops::add(a, a); });
  check_gradients({a, b}, [&] { return ops::add(ops::add(a, ops::scale(b, 2.0)), ops::add(b, a)); });  // gradients that meet
  check_gradients({a}, [&] { return ops::add(ops::columns(a, 1, 2), ops::columns(a, 2, 2)); });
  check_gradients({a, row}, [&] { return ops::add_bias(a, row); });
  check_gradients({a}, [&] { return ops::scale(a, -1.5); });
  check_gradients({a}, [&] { return ops::scale_columns(a, random_leaf(1, 6, 4).value(), random_leaf(1, 6, 5).value()); });
  check_gradients({a, b}, [&] { return ops::concat<double>({a, b, a}); });
  check_gradients({a}, [&] { return ops::mean_heads(a, 3); });
  check_gradients({a}, [&] { return ops::transpose(a); });
  check_gradients({a}, [&] { return ops::mean(a); });
}

TEST_CASE("elementwise: wrong shapes are named", "[ops]") {
  const Variable a(Tensor(2, 3)), b(Tensor(2, 2)), c(Tensor(1, 3));
  CHECK_THROWS_WITH(ops::add(a, b), "add: a is 2 x 3, b is 2 x 2");
  CHECK_THROWS_WITH(ops::add_bias(a, b), "add_bias: bias is 2 x 2, expected 1 x 3");
  CHECK_THROWS_WITH(ops::concat<float>({a, c}), "concat: a part has 1 rows, the first has 2");
  CHECK_THROWS_WITH(ops::concat<float>({}), "concat: no parts");
  CHECK_THROWS_WITH(ops::columns(a, 2, 2), "columns: 2 to 4 of a table of 3 columns");
  CHECK_THROWS_WITH(ops::mean_heads(a, 2), "mean_heads: 3 columns cannot be shared by 2 heads");
  CHECK_THROWS_AS(ops::scale_columns(a, Tensor(1, 2), Tensor(1, 3)), ShapeError);
}
