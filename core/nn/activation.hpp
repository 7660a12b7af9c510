#pragma once
/// The nonlinear functions a model may choose from.
#include "../autograd.hpp"

namespace edgewise::nn {

enum class Activation { elu, relu, gelu };

template <class Real>
BasicVariable<Real> activate(const BasicVariable<Real>& x, Activation activation);

}  // namespace edgewise::nn
