#include <edgewise/core/cpu.hpp>
#include <edgewise/core/ops/elementwise.hpp>
#include <edgewise/core/ops/norm_branch.hpp>
#include <edgewise/core/ops/normalize.hpp>
#include <edgewise/graph/error.hpp>
#include <edgewise/graph/rows.hpp>

#include <cstring>
#include <limits>

#include "support/gradcheck.hpp"

using namespace edgewise;
using ops::Activation;
using test::check_gradients, test::random_leaf;

namespace {

Tensor narrowed(const BasicTensor<double>& from) {
  Tensor to(from.rows(), from.cols());
  for (std::size_t k = 0; k < to.size(); ++k) to.data()[k] = static_cast<float>(from.data()[k]);
  return to;
}

/// Largest difference of a float table from one in double.
double off(const Tensor& found, const BasicTensor<double>& expected) {
  REQUIRE(found.size() == expected.size());
  double worst = 0;
  for (std::size_t k = 0; k < found.size(); ++k) worst = std::max(worst, std::abs(double(found.data()[k]) - expected.data()[k]));
  return worst;
}

}  // namespace

TEST_CASE("norm_branch: by hand", "[ops]") {
  const Variable x(Tensor::of(1, 3, {1, 2, 3})), weight(Tensor::of(1, 3, {1, 1, 2})), bias(Tensor::of(1, 3, {0, 0, 1})),
      plus(Tensor::of(1, 3, {10, 20, 30}));
  const Tensor y = ops::norm_branch(x, weight, bias, Activation::relu, plus, 0.F).value();  // mean 2, variance 2/3
  CHECK(y(0, 0) == 10);
  CHECK(y(0, 1) == 20);
  CHECK(y(0, 2) == Approx(31 + 2 * std::sqrt(1.5)));
  CHECK(ops::norm_branch(x, {}, {}, std::nullopt, {}, 0.F).value()(0, 2) == Approx(std::sqrt(1.5)));
  CHECK(ops::norm_branch(Variable(Tensor(0, 3)), weight, bias, Activation::elu, {}).rows() == 0);
}

TEST_CASE("norm_branch: gradients agree with differences, in double", "[ops]") {
  const auto x = random_leaf(6, 5, 1), weight = random_leaf(1, 5, 2), bias = random_leaf(1, 5, 3), plus = random_leaf(6, 5, 4);
  check_gradients(
      {x, weight, bias, plus}, [&] { return ops::norm_branch(x, weight, bias, Activation::elu, plus); }, 1e-5);
  check_gradients(
      {x}, [&] { return ops::norm_branch<double>(x, {}, {}, Activation::gelu, {}); }, 1e-5);
}

TEST_CASE("norm_branch: values and gradients are those of the three ops in double, at any width in every instruction set", "[ops]") {
  const Isa before = active_isa();
  for (const Isa isa : supported_isas()) {
    set_active_isa(isa);
    for (const std::size_t cols : {1U, 3U, 8U, 17U, 64U, 130U})
      for (const std::optional<Activation> curve :
           {std::optional<Activation>(), std::optional(Activation::elu), std::optional(Activation::relu), std::optional(Activation::gelu)})
        for (const bool adds : {false, true}) {
          const std::size_t rows = 9;
          auto x = random_leaf(rows, cols, 1), weight = random_leaf(1, cols, 2), bias = random_leaf(1, cols, 3), plus = random_leaf(rows, cols, 4);
          Variable fx(narrowed(x.value()), true), fweight(narrowed(weight.value()), true), fbias(narrowed(bias.value()), true),
              fplus(narrowed(plus.value()), true);
          auto y = ops::layer_norm(x, weight, bias, 1e-3);
          if (curve) y = ops::activate(y, *curve);
          if (adds) y = ops::add(y, plus);
          Variable fy = ops::norm_branch(fx, fweight, fbias, curve, adds ? fplus : Variable(), 1e-3F);
          INFO(isa_name(isa) << ", " << cols << " columns, curve " << (curve ? int(*curve) : -1) << ", plus " << adds);
          CHECK(off(fy.value(), y.value()) < 1e-5);
          // x is read a second time: its gradient meets another.
          auto sum = ops::add(y, x);
          Variable fsum = ops::add(fy, fx);
          const auto seed = random_leaf(rows, cols, 5).value();
          sum.backward(seed);
          fsum.backward(narrowed(seed));
          const double scale = cols == 1 ? 40 : 1;  // one column: nothing is left but rounding, times 1 / root of epsilon
          CHECK(off(fx.grad(), x.grad()) < 3e-5 * scale);
          CHECK(off(fweight.grad(), weight.grad()) < 3e-5);
          CHECK(off(fbias.grad(), bias.grad()) < 3e-5);
          if (adds) CHECK(off(fplus.grad(), plus.grad()) < 1e-6);
        }
  }
  set_active_isa(before);
}

TEST_CASE("norm_branch: gradients go where they are asked for", "[ops]") {
  const Tensor rows = narrowed(random_leaf(4, 6, 1).value());
  Variable x(rows, true), still(rows), weight(Tensor::filled(1, 6, 1.F), true), bias(Tensor(1, 6), true), plus(rows, true);
  ops::norm_branch(still, weight, bias, Activation::elu, plus).backward(Tensor::filled(4, 6, 1.F));
  CHECK(still.grad().empty());
  CHECK(plus.grad()(3, 5) == 1);
  const Tensor d_weight = weight.grad();
  weight.clear_grad();
  ops::norm_branch(x, weight, bias, Activation::elu, still).backward(Tensor::filled(4, 6, 1.F));  // dx takes the gradient's place
  CHECK(std::memcmp(weight.grad().data(), d_weight.data(), 6 * sizeof(float)) == 0);
  CHECK(!x.grad().empty());
}

TEST_CASE("norm_branch: the same bytes on 1, 2 and 8 threads, and a NaN stays in its row", "[ops]") {
  const auto run = [](std::size_t threads) {
    const ThreadLimit limit(threads);
    Variable x(narrowed(random_leaf(3000, 40, 1).value()), true), weight(Tensor::filled(1, 40, 1.F), true), bias(Tensor(1, 40), true);
    ops::norm_branch(x, weight, bias, Activation::elu, {}).backward(narrowed(random_leaf(3000, 40, 2).value()));
    return std::vector<Tensor>{x.grad(), weight.grad(), bias.grad()};
  };
  const auto one = run(1);
  for (const std::size_t threads : {2U, 8U}) {
    const auto other = run(threads);
    for (std::size_t k = 0; k < one.size(); ++k) CHECK(std::memcmp(one[k].data(), other[k].data(), one[k].size() * sizeof(float)) == 0);
  }
  Tensor table(2, 20);
  table(1, 3) = std::numeric_limits<float>::quiet_NaN();
  for (const auto curve : {Activation::elu, Activation::relu, Activation::gelu}) {
    const Tensor y = ops::norm_branch<float>(Variable(table), {}, {}, curve, {}).value();
    CHECK(y(0, 3) == 0);
    CHECK(std::isnan(y(1, 3)));
  }
}

TEST_CASE("norm_branch: a row of the result has the same bytes alone and in company", "[ops]") {
  const Isa before = active_isa();
  const auto table = [](std::size_t rows, std::size_t cols, std::uint64_t seed) { return narrowed(random_leaf(rows, cols, seed).value()); };
  for (const Isa isa : supported_isas()) {
    set_active_isa(isa);
    for (const std::size_t cols : {3U, 33U, 128U})
      for (const auto curve : {Activation::elu, Activation::relu, Activation::gelu}) {
        INFO(isa_name(isa) << ", " << cols << " columns, curve " << int(curve));
        const Variable weight(table(1, cols, 2)), bias(table(1, cols, 3)), x(table(9, cols, 1)), plus(table(9, cols, 4));
        const Tensor all = ops::norm_branch(x, weight, bias, curve, plus).value();
        for (std::size_t i = 0; i < 9; ++i) {
          const auto row_of = [&](const Variable& v) { return Variable(Tensor::of(1, cols, v.value().row(i))); };
          const Tensor one = ops::norm_branch(row_of(x), weight, bias, curve, row_of(plus)).value();
          CHECK(std::memcmp(all.row(i).data(), one.data(), cols * sizeof(float)) == 0);
        }
      }
  }
  set_active_isa(before);
}

TEST_CASE("norm_branch: wrong shapes are named", "[ops]") {
  const Variable x(Tensor(2, 3)), row(Tensor(1, 3)), wrong(Tensor(1, 2));
  CHECK_THROWS_WITH(ops::norm_branch(x, wrong, row, std::nullopt, {}), "layer_norm: weight is 1 x 2, expected 1 x 3");
  CHECK_THROWS_WITH(ops::norm_branch(x, row, {}, std::nullopt, {}), "layer_norm: weight and bias come together or not at all");
  CHECK_THROWS_WITH(ops::norm_branch(x, row, row, std::nullopt, row), "norm_branch: plus is 1 x 3, expected 2 x 3");
}
