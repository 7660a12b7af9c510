#pragma once
/// Features from the structure alone, by name, for graphs that bring none.
#include <string>

#include "../core/tensor.hpp"
#include "../graph/api.hpp"
#include "../graph/graph.hpp"

namespace edgewise::io {
EDGEWISE_API_BEGIN

/// The full text of an encoding: parts joined by '+', walk lengths and counts filled in.
///   auto          -> degree+random-walk:16
///   degree        log of the degrees, 2 columns
///   random-walk:K probabilities to be back after 1 .. K steps; K 1 to 1024, 16 unless given
///   laplacian:K   the K lowest eigenvectors of the Laplacian; K 1 to 1024, 16 unless given.  Their entries on another graph mean something else:
///                 not for models that predict on new graphs
/// Throws UsageError for other words and sizes.
std::string whole_encoding(const std::string& text);

/// The columns of a whole encoding side by side.  `graph` without added self-loops.  Costs: core/encodings.hpp.
Tensor encode(const Graph& graph, const std::string& whole);

EDGEWISE_API_END
}  // namespace edgewise::io
