#include <cmath>
#include <edgewise/core/ops/recurrent.hpp>
#include <edgewise/graph/error.hpp>

#include "support/gradcheck.hpp"

using namespace edgewise;
using test::Variable64;

TEST_CASE("gru: closed and open gates by hand", "[ops]") {
  const Variable64 state(BasicTensor<double>::of(3, 1, {5, 5, 5}));
  // Row 0: update gate shut, the candidate tanh(1) replaces the state.  Row 1: update gate open, the state stays.  Row 2: all zero.
  const Variable64 a(BasicTensor<double>::of(3, 3, {0, -800, 1, 0, 800, 1, 0, 0, 0})), b(BasicTensor<double>(3, 3));
  const auto y = ops::gru(a, b, state).value();
  CHECK(y(0, 0) == Approx(std::tanh(1.0)));
  CHECK(y(1, 0) == 5);
  CHECK(y(2, 0) == 2.5);
}

TEST_CASE("gru: gradients agree with differences", "[ops]") {
  const Variable64 a = test::random_leaf(3, 6, 1), b = test::random_leaf(3, 6, 2), state = test::random_leaf(3, 2, 3);
  test::check_gradients({a, b, state}, [&] { return ops::gru(a, b, state); });
}

TEST_CASE("gru: no rows, and tables that do not fit", "[ops]") {
  const auto zeros = [](std::size_t rows, std::size_t cols) { return Variable64(BasicTensor<double>(rows, cols)); };
  CHECK(ops::gru(zeros(0, 6), zeros(0, 6), zeros(0, 2)).cols() == 2);
  CHECK_THROWS_WITH(ops::gru(zeros(2, 6), zeros(2, 5), zeros(2, 2)), "gru: b is 2 x 5, expected 2 x 3 * 2");
}
