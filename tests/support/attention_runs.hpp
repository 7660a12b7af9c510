#pragma once
/// Ways to run an attention case: on every instruction set, forward and backward in one, byte against byte.
#include <cstring>
#include <vector>

#include "../../core/cpu.hpp"
#include "attention_case.hpp"
#include "check.hpp"

namespace edgewise::test {

inline constexpr Kind kKinds[] = {Kind::additive, Kind::dynamic, Kind::dot};

/// body() with every kernel of this machine in turn.
template <class Body>
void on_every_isa(Body body) {
  const Isa before = active_isa();
  for (const Isa isa : supported_isas()) {
    set_active_isa(isa);
    INFO("instruction set " << isa_name(isa));
    body();
  }
  set_active_isa(before);
}

/// The gradient that step() sends into a result of this shape.
template <class Real>
BasicTensor<Real> step_gradient(std::size_t rows, std::size_t cols) {
  return random_variable<Real>(rows, cols, 99).value();
}

/// Result and all gradients of one forward and backward pass.
template <class Real>
std::vector<BasicTensor<Real>> step(const AttentionCase<Real>& c) {
  BasicVariable<Real> y = c.run();
  std::vector<BasicTensor<Real>> tables{y.value()};
  y.backward(step_gradient<Real>(y.rows(), y.cols()));
  for (auto leaf : c.leaves()) {
    tables.push_back(leaf.grad());
    leaf.clear_grad();
  }
  return tables;
}

template <class Real>
bool same_bytes(const BasicTensor<Real>& a, const BasicTensor<Real>& b) {
  return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size() * sizeof(Real)) == 0;
}

}  // namespace edgewise::test
