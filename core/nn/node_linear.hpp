#pragma once
/// A linear layer in the place of a graph layer: what a perceptron is made of, the baseline that sees no neighbours.
#include "../../graph/api.hpp"
#include "graph_layer.hpp"
#include "linear.hpp"

namespace edgewise::nn {
EDGEWISE_API_BEGIN

/// y = lin(x); graph and arcs are not looked at.  Parameters  lin.weight: out x in.  lin.bias: 1 x out.
template <class Real>
class BasicNodeLinear : public BasicGraphLayer<Real> {
 public:
  BasicNodeLinear(std::size_t in, std::size_t out, Rng& rng) : lin_(in, out, rng) { this->add_child("lin", lin_); }
  BasicVariable<Real> forward(const Graph&, const BasicInput<Real>& x, const BasicArcs<Real>&, Pass&) const override { return lin_.forward(x); }
  std::size_t out() const override { return lin_.out(); }

 private:
  BasicLinear<Real> lin_;
};

EDGEWISE_API_END
}  // namespace edgewise::nn
