#include "../../core/gradient_check.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "../../core/ops/elementwise.hpp"
#include "../../graph/error.hpp"
#include "support/check.hpp"

using namespace edgewise;

namespace {

using Variable64 = BasicVariable<double>;

Variable64 leaf(std::initializer_list<double> values) { return Variable64(BasicTensor<double>::of(1, values.size(), values), true); }

/// x^2 value by value, whose backward is `factor` times the right one at place `at`.
Variable64 square(const Variable64& x, std::size_t at, double factor) {
  BasicTensor<double> y = x.value();
  for (double& v : y.values()) v *= v;
  return record<double>(std::move(y), {x}, [x, at, factor](const BasicTensor<double>& grad, const BasicTensor<double>&) {
    BasicTensor<double> dx = grad;
    for (std::size_t k = 0; k < dx.size(); ++k) dx.data()[k] *= 2 * x.value().data()[k] * (k == at ? factor : 1);
    x.accumulate(std::move(dx));
  });
}

}  // namespace

TEST_CASE("gradient_check: a right backward agrees, value by value") {
  const Variable64 x = leaf({0.5, -2, 3});
  const GradientCheck check = gradient_check({x}, [&] { return square(x, 0, 1); });
  CHECK(check.error < 1e-8);
  CHECK(check.values == 3);
  CHECK(x.value()(0, 2) == 3);  // as it was
}

TEST_CASE("gradient_check: a wrong backward is found, and where") {
  const Variable64 x = leaf({0.5, -2}), y = leaf({1, 2, 3});
  const GradientCheck check = gradient_check({x, y}, [&] { return ops::concat<double>({square(x, 9, 1), square(y, 1, 1.5)}); });
  CHECK(check.error > 0.1);
  CHECK(check.leaf == 1);
  CHECK(check.entry == 1);
  CHECK(check.backward == Approx(1.5 * check.difference));
  CHECK(check.values == 5);
}

TEST_CASE("gradient_check: a gradient that never arrives counts as zero") {
  const Variable64 x = leaf({2});
  const auto forgotten = [&] { return record<double>(x.value(), {x}, [](const BasicTensor<double>&, const BasicTensor<double>&) {}); };
  const GradientCheck check = gradient_check({x}, forgotten);
  CHECK(check.backward == 0);
  CHECK(std::abs(check.difference) > 1e-3);
  CHECK(check.error == Approx(std::abs(check.difference) / std::max(1.0, std::abs(check.difference))));
}

TEST_CASE("gradient_check: not a number is an error, wherever it stands") {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  for (const std::size_t at : {0U, 1U}) {
    const Variable64 x = leaf({1, 2});
    const GradientCheck check = gradient_check({x}, [&] { return square(x, at, nan); });
    CHECK(std::isnan(check.error));
    CHECK(check.entry == at);
  }
}

TEST_CASE("gradient_check: a leaf without a gradient is refused") {
  const Variable64 x(BasicTensor<double>(1, 1));
  CHECK_THROWS_WITH(gradient_check({x}, [&] { return x; }),
                    "gradient_check: a leaf requires no gradient; make it with BasicVariable<double>(table, true)");
}
