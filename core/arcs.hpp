#pragma once
/// What an arc carries into a layer.
#include <cstdint>
#include <vector>

#include "../graph/api.hpp"
#include "autograd.hpp"

namespace edgewise {
EDGEWISE_API_BEGIN

/// In arc order, m arcs.
template <class Real>
struct BasicArcs {
  BasicVariable<Real> features;     ///< m x edge features, or nothing
  std::vector<std::uint32_t> type;  ///< m arc types, or empty
};
using Arcs = BasicArcs<float>;

EDGEWISE_API_END
}  // namespace edgewise
