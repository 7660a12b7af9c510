/// Dense layers and activations against PyTorch's: values and gradients.
#include <edgewise/core/ops/activation.hpp>
#include <edgewise/core/ops/batch_norm.hpp>
#include <edgewise/core/ops/linear.hpp>
#include <edgewise/core/ops/normalize.hpp>

#include "support/check.hpp"
#include "support/golden.hpp"

using namespace edgewise;
using namespace edgewise::test;

namespace {

/// Runs y(x, weight, bias) on the recorded inputs and compares the value and the gradients of sum(y * loss_weights).
template <class Real, class Layer>
void run(const std::string& name, const Layer& layer) {
  const GoldenCase& c = golden("layers", name);
  const BasicVariable<Real> x = c.leaf<Real>("inputs/x"), weight = c.leaf<Real>("parameters/weight"), bias = c.leaf<Real>("parameters/bias");
  BasicVariable<Real> y = layer(x, weight, bias);
  check_golden(y.value(), c.table("outputs/y"), name);
  y.backward(c.tensor<Real>("inputs/loss_weights"));
  check_gradient(x, c.table("gradients/x"), name + ": x");
  if (weight) check_gradient(weight, c.table("gradients/weight"), name + ": weight");
  if (bias) check_gradient(bias, c.table("gradients/bias"), name + ": bias");
}

/// In both precisions; `layer` takes Variables of either.
template <class Layer>
void run_both(const std::string& name, const Layer& layer) {
  run<float>(name, layer);
  run<double>(name, layer);
}

}  // namespace

TEST_CASE("golden: linear is PyTorch's") {
  const auto linear = [](const auto& x, const auto& weight, const auto& bias) { return ops::linear(x, weight, bias); };
  run_both("linear", linear);
  run_both("linear without bias", linear);
}

TEST_CASE("golden: activations are PyTorch's") {
  run_both("relu", [](const auto& x, const auto&, const auto&) { return ops::relu(x); });
  run_both("elu", [](const auto& x, const auto&, const auto&) { return ops::elu(x); });
  run_both("gelu", [](const auto& x, const auto&, const auto&) { return ops::gelu(x); });
  run<float>("leaky_relu 0.2", [](const auto& x, const auto&, const auto&) { return ops::leaky_relu(x, 0.2F); });
  run<double>("leaky_relu 0.2", [](const auto& x, const auto&, const auto&) { return ops::leaky_relu(x, 0.2); });
  run<float>("leaky_relu 0.01", [](const auto& x, const auto&, const auto&) { return ops::leaky_relu(x, 0.01F); });
  run<double>("leaky_relu 0.01", [](const auto& x, const auto&, const auto&) { return ops::leaky_relu(x, 0.01); });
}

TEST_CASE("golden: layer normalisation is PyTorch's") {
  const auto norm = [](const auto& x, const auto& weight, const auto& bias) { return ops::layer_norm(x, weight, bias); };
  run_both("layer_norm", norm);
  run_both("layer_norm without affine", norm);
}

namespace {

/// In training the columns' own statistics count and the running ones move; at prediction the running ones count and stay.
template <class Real>
void run_batch_norm(const std::string& name) {
  const GoldenCase& c = golden("layers", name);
  const BasicVariable<Real> mean(c.tensor<Real>("inputs/running_mean")), variance(c.tensor<Real>("inputs/running_var"));
  const auto layer = [&](const auto& x, const auto& weight, const auto& bias) {
    return ops::batch_norm(x, weight, bias, mean, variance, c.flag("training"));
  };
  run<Real>(name, layer);
  check_golden(mean.value(), c.table("outputs/running_mean"), name + ": running mean");
  check_golden(variance.value(), c.table("outputs/running_var"), name + ": running variance");
}

}  // namespace

TEST_CASE("golden: batch normalisation is PyTorch's, training and at prediction") {
  for (const char* name : {"batch_norm train", "batch_norm eval"}) run_batch_norm<float>(name), run_batch_norm<double>(name);
}
