#include <edgewise/core/cpu.hpp>
#include <edgewise/core/ops/activation.hpp>

#include <cmath>
#include <limits>
#include <vector>

#include "support/gradcheck.hpp"

using namespace edgewise;
using test::check_gradients, test::random_leaf;

TEST_CASE("activation: by hand", "[ops]") {
  const Variable x(Tensor::of(1, 3, {-1, 0, 2}));
  const Tensor relu = ops::relu(x).value(), leaky = ops::leaky_relu(x, 0.2F).value(), elu = ops::elu(x).value(), gelu = ops::gelu(x).value();
  CHECK(relu(0, 0) == 0);
  CHECK(relu(0, 2) == 2);
  CHECK(leaky(0, 0) == -0.2F);
  CHECK(elu(0, 0) == Approx(std::exp(-1) - 1));
  CHECK(elu(0, 1) == 0);
  CHECK(elu(0, 2) == 2);
  CHECK(gelu(0, 0) == Approx(-0.15865526));  // -1 times the share of the normal distribution below -1
  CHECK(gelu(0, 2) == Approx(1.95449974));
}

TEST_CASE("activation: gradients agree with differences", "[ops]") {
  const auto x = random_leaf(6, 5, 1);
  check_gradients({x}, [&] { return ops::relu(x); });
  check_gradients({x}, [&] { return ops::leaky_relu(x, 0.2); });
  check_gradients({x}, [&] { return ops::elu(x); });
  check_gradients({x}, [&] { return ops::gelu(x); });
}

TEST_CASE("activation: ends of the range", "[ops]") {
  const float nan = std::numeric_limits<float>::quiet_NaN();
  const Variable x(Tensor::of(1, 3, {-1e30F, 1e30F, nan}));
  for (const Tensor& y : {ops::relu(x).value(), ops::elu(x).value(), ops::gelu(x).value(), ops::leaky_relu(x, 0.1F).value()}) {
    CHECK(std::isfinite(y(0, 0)));
    CHECK(y(0, 1) == 1e30F);
    CHECK(std::isnan(y(0, 2)));  // a NaN reaches the loss, where it is reported
  }
}

TEST_CASE("activation: ELU keeps its digits near zero and far below, on every instruction set", "[ops]") {
  std::vector<float> places;
  for (float v = 1e-8F; v < 200; v *= 1.37F) places.push_back(-v);
  const Variable x(Tensor::of(1, places.size(), places));
  const Isa before = active_isa();
  for (Isa isa : supported_isas()) {
    set_active_isa(isa);
    const Tensor y = ops::elu(x).value();
    for (std::size_t k = 0; k < places.size(); ++k) {
      const double exact = std::expm1(static_cast<double>(places[k]));
      CHECK(std::abs(static_cast<double>(y(0, k)) - exact) <= 3e-7 * std::abs(exact));
    }
  }
  set_active_isa(before);
}

TEST_CASE("activation: GELU and its slope keep their digits, far below too, on every instruction set", "[ops]") {
  std::vector<float> places;
  for (float v = -12; v <= 8; v += 0.0137F) places.push_back(v);
  const Isa before = active_isa();
  for (Isa isa : supported_isas()) {
    set_active_isa(isa);
    const Variable x(Tensor::of(1, places.size(), places), true);
    Variable y = ops::gelu(x);
    const Tensor value = y.value();
    y.backward(Tensor::filled(1, places.size(), 1));
    for (std::size_t k = 0; k < places.size(); ++k) {
      const double v = static_cast<double>(places[k]), below = std::erfc(-v / std::sqrt(2.0)) / 2;
      CAPTURE(isa_name(isa), v);
      CHECK(std::abs(static_cast<double>(value(0, k)) - v * below) <= (v < -6 ? 1e-5 : 2e-6) * std::abs(v * below));
      const double slope = below + v * std::exp(-v * v / 2) / std::sqrt(2 * 3.14159265358979);
      CHECK(std::abs(static_cast<double>(x.grad()(0, k)) - slope) <= 4e-7);
    }
  }
  set_active_isa(before);
}
