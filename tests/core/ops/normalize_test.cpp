#include <edgewise/core/ops/normalize.hpp>
#include <edgewise/graph/error.hpp>

#include "support/gradcheck.hpp"

using namespace edgewise;
using test::check_gradients, test::random_leaf;
using Matrix = BasicTensor<double>;

TEST_CASE("layer_norm: by hand", "[ops]") {
  const BasicVariable<double> x(Matrix::of(2, 3, {1, 2, 3, 5, 5, 5}));
  const Matrix y = ops::layer_norm<double>(x, {}, {}, 0.0).value();  // mean 2, variance 2/3
  CHECK(y(0, 0) == Approx(-std::sqrt(1.5)));
  CHECK(y(0, 1) == 0);
  const BasicVariable<double> weight(Matrix::of(1, 3, {2, 2, 2})), bias(Matrix::of(1, 3, {1, 2, 3}));
  const Matrix z = ops::layer_norm(x, weight, bias).value();
  CHECK(z(1, 2) == 3);  // a constant row leaves the bias
  CHECK(z(0, 0) == Approx(1 - 2 * std::sqrt(1.5)).epsilon(1e-4));
}

TEST_CASE("normalize_rows: by hand, dense and sparse", "[ops]") {
  const Tensor y = ops::normalize_rows(Variable(Tensor::of(2, 2, {1, -3, 0, 0}))).value();
  CHECK(y(0, 0) == 0.25F);
  CHECK(y(0, 1) == -0.75F);
  CHECK(y(1, 1) == 0);
  const Sparse sparse = ops::normalize_rows(Sparse(Csr(4, {0, 2, 2}, {0, 3}), {1, 3}));
  CHECK(sparse.values()[1] == 0.75F);
}

TEST_CASE("normalize_rows: by length, by hand, dense and sparse", "[ops]") {
  const Tensor y = ops::normalize_rows(Variable(Tensor::of(2, 2, {3, -4, 0, 0})), ops::RowNorm::length).value();
  CHECK(y(0, 0) == 0.6F);
  CHECK(y(0, 1) == -0.8F);
  CHECK(y(1, 1) == 0);
  const Sparse sparse = ops::normalize_rows(Sparse(Csr(9, {0, 4, 4, 5}, {0, 2, 5, 8, 1}), {1, 1, 1, 1, -7}), ops::RowNorm::length);
  for (std::size_t e = 0; e < 4; ++e) CHECK(sparse.values()[e] == 0.5F);  // four words: 1 / root of 4
  CHECK(sparse.values()[4] == -1);
}

TEST_CASE("normalisation: gradients agree with differences", "[ops]") {
  const auto x = random_leaf(6, 5, 1), weight = random_leaf(1, 5, 2), bias = random_leaf(1, 5, 3);
  check_gradients(
      {x, weight, bias}, [&] { return ops::layer_norm(x, weight, bias); }, 1e-5);
  check_gradients(
      {x}, [&] { return ops::layer_norm<double>(x, {}, {}); }, 1e-5);
  check_gradients({x}, [&] { return ops::normalize_rows(x); });
  check_gradients({x}, [&] { return ops::normalize_rows(x, ops::RowNorm::length); });
}

TEST_CASE("normalisation: wrong shapes are named", "[ops]") {
  const Variable x(Tensor(2, 3)), row(Tensor(1, 3)), wrong(Tensor(1, 2));
  CHECK_THROWS_WITH(ops::layer_norm(x, wrong, row), "layer_norm: weight is 1 x 2, expected 1 x 3");
  CHECK_THROWS_WITH(ops::layer_norm(x, row, {}), "layer_norm: weight and bias come together or not at all");
}
