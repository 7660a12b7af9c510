#pragma once
/// Nonlinear functions of each value.
#include "../../graph/api.hpp"
#include "../autograd.hpp"

namespace edgewise::ops {
EDGEWISE_API_BEGIN

/// Each maps x: n x c to n x c, keeps no extra table for backward, O(values), blocks of values in parallel.

/// max(x, 0); the slope at 0 is 0.
template <class Real>
BasicVariable<Real> relu(const BasicVariable<Real>& x);
/// x for x > 0, else slope * x.
template <class Real>
BasicVariable<Real> leaky_relu(const BasicVariable<Real>& x, Real slope);
/// x for x > 0, else exp(x) - 1.  Source  Clevert, Unterthiner & Hochreiter 2016, arXiv:1511.07289.
template <class Real>
BasicVariable<Real> elu(const BasicVariable<Real>& x);
/// x * Phi(x), Phi the normal distribution (the exact form, by erf).  Source  Hendrycks & Gimpel 2016, arXiv:1606.08415.
template <class Real>
BasicVariable<Real> gelu(const BasicVariable<Real>& x);

/// Those that options can name.
enum class Activation { elu, relu, gelu };
/// The named one of every value.
template <class Real>
BasicVariable<Real> activate(const BasicVariable<Real>& x, Activation activation);

EDGEWISE_API_END
}  // namespace edgewise::ops
