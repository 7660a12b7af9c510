#include <edgewise/core/nn/feed_forward.hpp>
#include <edgewise/core/nn/init.hpp>
#include <edgewise/core/nn/layer_norm.hpp>
#include <edgewise/core/nn/linear.hpp>
#include <edgewise/core/nn/mlp.hpp>
#include <edgewise/graph/error.hpp>

#include "support/layers.hpp"

using namespace edgewise;
using namespace edgewise::nn;
using test::parameter;

TEST_CASE("linear layer: PyTorch's names and layout, weights within their bound", "[nn]") {
  Rng rng(1);
  const Linear layer(100, 50, rng), glorot(100, 50, rng, {.bias = false, .glorot = true});
  CHECK(parameter(layer, "weight").rows() == 50);
  CHECK(parameter(layer, "weight").cols() == 100);
  CHECK(parameter(layer, "bias").cols() == 50);
  CHECK(glorot.parameters().size() == 1);
  double largest = 0, widest = 0;
  for (float value : layer.weight().value().values()) largest = std::max(largest, std::abs(static_cast<double>(value)));
  for (float value : glorot.weight().value().values()) widest = std::max(widest, std::abs(static_cast<double>(value)));
  CHECK(largest <= 0.1);
  CHECK(largest > 0.099);
  CHECK(widest <= 0.2);
  CHECK(widest > 0.198);
}

TEST_CASE("linear layer: float and double start from the same numbers", "[nn]") {
  Rng one(7), two(7);
  const Linear narrow(5, 4, one);
  const BasicLinear<double> wide(5, 4, two);
  for (std::size_t k = 0; k < 20; ++k) CHECK(narrow.weight().value().data()[k] == static_cast<float>(wide.weight().value().data()[k]));
}

TEST_CASE("dense layers: gradients agree with differences", "[nn]") {
  Rng rng(2);
  const auto x = test::random_leaf(5, 4, 1);
  const BasicMlp<double> mlp({4, 6, 3}, Activation::gelu, 0.5F, rng);
  test::check_layer(mlp, {x}, [&] {
    Pass pass = Pass::training(1, 2);
    return mlp.forward(x, pass);
  });
  const BasicFeedForward<double> feed_forward(4, 8, Activation::elu, 0.25F, rng);
  test::check_layer(feed_forward, {x}, [&] {
    Pass pass = Pass::training(1, 2);
    return feed_forward.forward(x, pass);
  });
  const BasicLayerNorm<double> norm(4);
  test::check_layer(norm, {x}, [&] { return norm.forward(x); });
  CHECK_THROWS_WITH(BasicMlp<double>({4}, Activation::elu, 0, rng), "mlp: 1 widths, expected at least two (in and out)");
}

TEST_CASE("perceptron: prediction draws nothing, training drops by step", "[nn]") {
  Rng rng(3);
  const Mlp mlp({3, 16, 2}, Activation::relu, 0.5F, rng);
  const Variable x(Tensor::of(2, 3, {1, -2, 3, 0.5F, 1, -1}));
  auto run = [&](Pass pass) { return mlp.forward(x, pass).value(); };
  const Tensor a = run({}), b = run({}), c = run(Pass::training(1, 1)), d = run(Pass::training(1, 1)), e = run(Pass::training(1, 2));
  CHECK(a(0, 0) == b(0, 0));
  CHECK(c(0, 0) == d(0, 0));
  CHECK(c(0, 0) != a(0, 0));
  CHECK(c(0, 0) != e(0, 0));
}
