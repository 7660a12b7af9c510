#pragma once
/// First values of parameters, from a generator that the caller seeds: float and double models start from the same numbers.
#include "../../graph/api.hpp"
#include "../../graph/random.hpp"
#include "../tensor.hpp"

namespace edgewise::nn {
EDGEWISE_API_BEGIN

/// Uniform in [-bound, bound).
template <class Real>
BasicTensor<Real> uniform(std::size_t rows, std::size_t cols, double bound, Rng& rng);

/// sqrt(6 / (rows + cols)).  Source  Glorot & Bengio 2010, AISTATS.
double glorot_bound(std::size_t rows, std::size_t cols);
/// 1 / sqrt(in), which is Kaiming's bound for a leaky ReLU of slope sqrt(5): the default of PyTorch's Linear, weight and bias.
/// 0 when `in` is 0.
double kaiming_bound(std::size_t in);

EDGEWISE_API_END
}  // namespace edgewise::nn
