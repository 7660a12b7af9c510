#pragma once
/// Gradients by backward held against central differences: how an op, a layer or a model shows that it goes back the way it came.
#include <cstddef>
#include <functional>
#include <vector>

#include "../graph/api.hpp"
#include "autograd.hpp"

namespace edgewise {
EDGEWISE_API_BEGIN

/// Where backward and differences lie furthest apart.  `error` is |backward - difference| / max(1, |difference|): small values are
/// compared as they are, large ones by their share.
struct GradientCheck {
  double error = 0;        ///< below 1e-6 for a smooth function of values near 1; NaN when either side is
  std::size_t leaf = 0;    ///< the leaf, by its place in the list
  std::size_t entry = 0;   ///< its value, row after row
  double backward = 0;     ///< what backward says there
  double difference = 0;   ///< what (f(x + step) - f(x - step)) / (2 step) says
  std::size_t values = 0;  ///< how many were compared
};

/// Compares d <c, f()> / d x for every value x of every leaf, c being a fixed random table of the shape of f().  f builds its result anew
/// from the leaves, which it captures:
///   const BasicVariable<double> w(BasicTensor<double>::of(1, 2, {0.3, -0.5}), true);
///   const GradientCheck check = gradient_check({w}, [&] { return ops::elu(ops::linear(x, w, {})); });
/// Leaves   Want a gradient, and end with the values they had; their gradients are those of <c, f()>.
/// Edges    A leaf that no gradient reaches counts as zero.  Within `step` of a kink (relu at 0) the two sides differ rightly.
/// Cost     Two calls of f per value.
/// Throws   UsageError when a leaf wants no gradient.
GradientCheck gradient_check(std::vector<BasicVariable<double>> leaves, const std::function<BasicVariable<double>()>& f, double step = 1e-5);

EDGEWISE_API_END
}  // namespace edgewise
