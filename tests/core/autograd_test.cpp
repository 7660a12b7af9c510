#include <edgewise/core/autograd.hpp>
#include <edgewise/core/ops/activation.hpp>
#include <edgewise/core/ops/dropout.hpp>
#include <edgewise/core/ops/elementwise.hpp>
#include <edgewise/core/ops/heads.hpp>
#include <edgewise/core/ops/linear.hpp>
#include <edgewise/core/ops/norm_branch.hpp>
#include <edgewise/graph/error.hpp>

#include <functional>

#include "support/check.hpp"

using namespace edgewise;

namespace {

/// Ops that add to a gradient where it stands, or write over the one that they are given.
const std::vector<std::function<Variable(const Variable&)>> kInPlace{
    [](const Variable& x) { return ops::add(x, x); },
    [](const Variable& x) { return ops::columns(x, 1, 2); },
    [](const Variable& x) { return ops::dropout(x, 0.5F, RandomKey::of(1, 0, 0)); },
    [](const Variable& x) { return ops::linear(x, Variable(Tensor::filled(4, 4, 1.F), true), {}, x); },
    [](const Variable& x) { return ops::head_dots(x, Variable(Tensor::filled(1, 4, 1.F)), Variable(Tensor::filled(1, 4, 2.F)), 2); },
    [](const Variable& x) { return ops::norm_branch<float>(x, {}, {}, ops::Activation::elu, {}); },
    [](const Variable& x) { return ops::norm_branch<float>(x, {}, {}, ops::Activation::elu, x); }};

Tensor rising(std::size_t rows) {
  Tensor table(rows, 4);
  for (std::size_t k = 0; k < table.size(); ++k) table.data()[k] = static_cast<float>(k * k);
  return table;
}

}  // namespace

TEST_CASE("autograd: a borrowed seed is only read", "[core]") {
  for (const auto& op : kInPlace) {
    const Variable x(rising(3), true);
    Variable y = op(x);
    const std::vector<float> seed(y.value().size(), 1.F);
    y.backward(Tensor::borrowed(TensorView::of(seed, y.rows(), y.cols())));
    CHECK(seed == std::vector<float>(seed.size(), 1.F));
    CHECK(x.grad().size() == x.value().size());
    CHECK(x.grad().data() != seed.data());
  }
}

TEST_CASE("autograd: gradients of two passes add up, and one of another shape is refused before anything is written", "[core]") {
  for (const auto& op : kInPlace) {
    Variable x(rising(3), true);
    const auto pass = [&] {
      Variable y = op(x);
      y.backward(Tensor::filled(y.rows(), y.cols(), 1.F));
    };
    pass();
    const Tensor once = x.grad();
    pass();
    for (std::size_t k = 0; k < once.size(); ++k) CHECK(x.grad().data()[k] == Approx(2 * once.data()[k]).margin(1e-4));
    const Tensor twice = x.grad();
    x.mutable_value() = rising(2);  // and the gradient is not cleared
    CHECK_THROWS_WITH(pass(), "backward: gradient is 3 x 4, value is 2 x 4");
    CHECK(std::equal(twice.values().begin(), twice.values().end(), x.grad().values().begin()));
    x.clear_grad();
    CHECK_NOTHROW(pass());
    CHECK(x.grad().rows() == 2);
  }
}
