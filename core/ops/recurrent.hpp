#pragma once
/// The gated recurrent unit: how a state takes in news.
#include "../../graph/api.hpp"
#include "../autograd.hpp"

namespace edgewise::ops {
EDGEWISE_API_BEGIN

/// From the gate inputs a (of the news) and b (of the state), each [reset | update | candidate]:
///   r = sigmoid(a_r + b_r);  z = sigmoid(a_z + b_z);  c = tanh(a_c + r * b_c);  y = (1 - z) * c + z * state
/// Shapes   a, b: n x 3c.  state, y: n x c.
/// Cost     O(n * c); backward computes the gates again.  Threads  Blocks of rows.  Throws  ShapeError.
/// Source   Cho et al. 2014, arXiv:1406.1078, in the form of PyTorch's GRUCell.
template <class Real>
BasicVariable<Real> gru(const BasicVariable<Real>& a, const BasicVariable<Real>& b, const BasicVariable<Real>& state);

EDGEWISE_API_END
}  // namespace edgewise::ops
