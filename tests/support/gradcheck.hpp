#pragma once
/// Gradient checks that report to the test framework.
#include "../../core/gradient_check.hpp"
#include "../../graph/random.hpp"
#include "check.hpp"

namespace edgewise::test {

using Variable64 = BasicVariable<double>;

/// rows x cols normal numbers times `scale`, as a leaf that wants a gradient.
inline Variable64 random_leaf(std::size_t rows, std::size_t cols, std::uint64_t seed, double scale = 1) {
  Rng rng(seed, 7);
  auto table = BasicTensor<double>::uninitialized(rows, cols);
  for (double& x : table.values()) x = scale * rng.normal();
  return Variable64(std::move(table), true);
}

/// As gradient_check, in the words of a test.
///   auto w = random_leaf(3, 2, 1);
///   check_gradients({w}, [&] { return ops::linear(x, w, {}); });
inline void check_gradients(std::vector<Variable64> leaves, const std::function<Variable64()>& f, double tolerance = 1e-6, double step = 1e-5) {
  const GradientCheck worst = gradient_check(std::move(leaves), f, step);
  INFO("leaf " << worst.leaf << ", entry " << worst.entry << ": backward says " << worst.backward << ", central differences say "
               << worst.difference);
  CHECK(worst.error <= tolerance);
}

}  // namespace edgewise::test
