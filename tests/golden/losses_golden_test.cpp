/// Losses against PyTorch's: values and gradients, with ignored rows, missing cells and weights.
#include <edgewise/core/ops/loss.hpp>

#include <numeric>

#include "support/check.hpp"
#include "support/golden.hpp"

using namespace edgewise;
using namespace edgewise::test;

namespace {

std::vector<NodeId> every_row(const GoldenCase& c) {
  std::vector<NodeId> nodes(c.table("inputs/x").rows);
  std::iota(nodes.begin(), nodes.end(), NodeId{0});
  return nodes;
}

template <class Value>
std::vector<Value> row(const GoldenCase& c, const std::string& path) {
  std::vector<Value> result;
  if (c.has(path))
    for (const double value : c.table(path).values) result.push_back(static_cast<Value>(value));
  return result;
}

template <class Real>
BasicVariable<Real> loss_of(const GoldenCase& c, const BasicVariable<Real>& x) {
  if (c.name.starts_with("cross_entropy"))
    return ops::cross_entropy(x, row<std::int32_t>(c, "inputs/labels"), every_row(c), row<float>(c, "inputs/class_weights"),
                              static_cast<float>(c.number("label_smoothing")));
  const Tensor targets = c.tensor<float>("inputs/targets");
  if (c.name == "mse") return ops::mse(x, targets.view(), every_row(c));
  return ops::bce_with_logits(x, targets.view(), every_row(c), row<float>(c, "inputs/pos_weight"));
}

template <class Real>
void run(const GoldenCase& c) {
  const BasicVariable<Real> x = c.leaf<Real>("inputs/x");
  BasicVariable<Real> loss = loss_of(c, x);
  check_golden(loss.value(), c.table("outputs/loss"), c.name);
  loss.backward();
  check_gradient(x, c.table("gradients/x"), c.name);
}

}  // namespace

TEST_CASE("golden: cross-entropy, binary cross-entropy and squared error are PyTorch's") {
  for (const GoldenCase& c : golden("losses"))
    if (c.name.starts_with("cross_entropy") || c.name.starts_with("bce") || c.name == "mse") run<float>(c), run<double>(c);
}

TEST_CASE("golden: missing labels leave the mean and the gradient alone") {
  const GoldenCase& c = golden("losses", "bce report M15");
  const Variable x = c.leaf<float>("inputs/x");
  Variable loss = loss_of(c, x);
  CHECK(loss.value()(0, 0) == Approx(0.59805073));
  loss.backward();
  CHECK(x.grad()(2, 0) == 0);
  CHECK(x.grad()(2, 1) == 0);
}
