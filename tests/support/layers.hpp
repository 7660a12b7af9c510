#pragma once
/// Reaching into layers: parameters by name, and arcs with features and types.
#include <string>

#include "../../core/arcs.hpp"
#include "../../core/nn/module.hpp"
#include "gradcheck.hpp"

namespace edgewise::test {

template <class Real>
BasicVariable<Real> parameter(const nn::BasicModule<Real>& module, const std::string& name) {
  for (const auto& [known, value] : module.parameters())
    if (known == name) return value;
  FAIL("no parameter '" << name << "'");
  return {};
}

template <class Real>
void set(const nn::BasicModule<Real>& module, const std::string& name, std::initializer_list<Real> values) {
  BasicVariable<Real> variable = parameter(module, name);
  REQUIRE(variable.value().size() == values.size());
  std::copy(values.begin(), values.end(), variable.mutable_value().data());
}

/// Gives every parameter normal numbers: zeros at the start (biases, type tables) would hide mistakes.
inline void randomize(const nn::BasicModule<double>& module, std::uint64_t seed) {
  Rng rng(seed, 3);
  for (auto [name, variable] : module.parameters())
    for (double& value : variable.mutable_value().values()) value = rng.normal();
}

inline std::vector<Variable64> leaves_of(const nn::BasicModule<double>& module, std::vector<Variable64> more = {}) {
  for (const auto& [name, variable] : module.parameters()) more.push_back(variable);
  return more;
}

/// Checks the gradients of all parameters of `module` and of `more` through f(), which builds the value anew each time.
template <class Function>
void check_layer(const nn::BasicModule<double>& module, std::vector<Variable64> more, Function f) {
  randomize(module, 5);
  check_gradients(leaves_of(module, std::move(more)), f, 1e-5);
}

}  // namespace edgewise::test
