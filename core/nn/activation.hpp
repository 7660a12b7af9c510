#pragma once
/// The nonlinear functions a model may choose from.
#include "../../graph/api.hpp"
#include "../autograd.hpp"

namespace edgewise::nn {
EDGEWISE_API_BEGIN

/// The nonlinear functions that options can name.
enum class Activation { elu, relu, gelu };

/// The named function of every value (ops/activation.hpp).
template <class Real>
BasicVariable<Real> activate(const BasicVariable<Real>& x, Activation activation);

EDGEWISE_API_END
}  // namespace edgewise::nn
