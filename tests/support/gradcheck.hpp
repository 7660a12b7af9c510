#pragma once
/// Gradients by backward against gradients by central differences, in double.
#include <algorithm>
#include <cmath>
#include <vector>

#include "../../core/autograd.hpp"
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

/// Checks d <c, f()> / d x for every entry x of every leaf, c being a fixed random table: f() builds the value anew from the
/// leaves, which it captures.
///   auto w = random_leaf(3, 2, 1);
///   check_gradients({w}, [&] { return ops::linear(x, w, {}); });
template <class Function>
void check_gradients(std::vector<Variable64> leaves, Function f, double tolerance = 1e-6, double step = 1e-5) {
  for (Variable64& leaf : leaves) leaf.clear_grad();
  const Variable64 result = f();
  Rng rng(result.rows() * 31 + result.cols(), 11);
  auto direction = BasicTensor<double>::uninitialized(result.rows(), result.cols());
  for (double& c : direction.values()) c = rng.normal();
  auto loss = [&] {
    const NoGrad no_grad;
    const Variable64 y = f();
    double sum = 0;
    for (std::size_t k = 0; k < direction.size(); ++k) sum += direction.data()[k] * y.value().data()[k];
    return sum;
  };
  Variable64(result).backward(direction);

  for (std::size_t which = 0; which < leaves.size(); ++which) {
    Variable64& leaf = leaves[which];
    for (std::size_t k = 0; k < leaf.value().size(); ++k) {
      double& x = leaf.mutable_value().data()[k];
      const double kept = x;
      x = kept + step;
      const double above = loss();
      x = kept - step;
      const double below = loss();
      x = kept;
      const double expected = (above - below) / (2 * step);
      const double got = leaf.grad().empty() ? 0 : leaf.grad().data()[k];  // no gradient arrived: it must be zero
      if (std::abs(got - expected) <= tolerance * std::max(1.0, std::abs(expected))) continue;
      INFO("leaf " << which << ", entry " << k << ": backward says " << got << ", central differences say " << expected);
      CHECK(false);
    }
  }
  CHECK(true);
}

}  // namespace edgewise::test
