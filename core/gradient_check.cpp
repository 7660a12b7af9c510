#include "gradient_check.hpp"

#include <algorithm>
#include <cmath>

#include "../graph/error.hpp"
#include "../graph/random.hpp"

namespace edgewise {

GradientCheck gradient_check(std::vector<BasicVariable<double>> leaves, const std::function<BasicVariable<double>()>& f, double step) {
  for (BasicVariable<double>& leaf : leaves) {
    if (!leaf.requires_grad()) fail<UsageError>("gradient_check: a leaf requires no gradient; make it with BasicVariable<double>(table, true)");
    leaf.clear_grad();
  }
  BasicVariable<double> result = f();
  Rng rng(result.rows() * 31 + result.cols(), 11);
  auto direction = BasicTensor<double>::uninitialized(result.rows(), result.cols());
  for (double& c : direction.values()) c = rng.normal();
  const auto along = [&] {
    const NoGrad no_grad;
    const BasicVariable<double> y = f();
    double sum = 0;
    for (std::size_t k = 0; k < direction.size(); ++k) sum += direction.data()[k] * y.value().data()[k];
    return sum;
  };
  if (result.requires_grad()) result.backward(direction);

  GradientCheck check;
  for (std::size_t which = 0; which < leaves.size(); ++which) {
    BasicVariable<double>& leaf = leaves[which];
    for (std::size_t k = 0; k < leaf.value().size(); ++k) {
      double& x = leaf.mutable_value().data()[k];
      const double kept = x;
      x = kept + step;
      const double above = along();
      x = kept - step;
      const double below = along();
      x = kept;
      const double difference = (above - below) / (2 * step);
      const double backward = leaf.grad().empty() ? 0 : leaf.grad().data()[k];
      const double error = std::abs(backward - difference) / std::max(1.0, std::abs(difference));
      const std::size_t values = ++check.values;
      if (error <= check.error || std::isnan(check.error)) continue;  // a NaN is the worst there is
      check = {.error = error, .leaf = which, .entry = k, .backward = backward, .difference = difference, .values = values};
    }
  }
  return check;
}

}  // namespace edgewise
