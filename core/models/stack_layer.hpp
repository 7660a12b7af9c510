#pragma once
/// One layer of a model that is described layer by layer.
#include <cstddef>
#include <string>
#include <vector>

#include "../../graph/api.hpp"

namespace edgewise::models {
EDGEWISE_API_BEGIN

/// What one layer of a stack is.  Fields that its type does not name are not looked at.
///   gat, gatv2, transformer   in, out (of the whole layer), heads, concat, bias, slope, edge_features, dropout (of weights); shared (gatv2);
///                             skip: adds the layer's input through a matrix (gat, gatv2: without bias); gated (transformer): weighs it
///   gcn                       in, out, bias, normalize; edge_features 1: arcs have weights
///   linear                    in, out, bias
///   layer_norm, batch_norm    out, epsilon
///   elu, relu, gelu, leaky_relu (slope), dropout (dropout)
///   add, concat               of
struct StackLayer {
  std::string type;  ///< one of stack_layer_types()
  std::size_t in = 0;
  std::size_t out = 0;
  std::size_t heads = 1;  ///< divides out when `concat`
  bool concat = true;     ///< heads side by side; else averaged
  bool bias = true;
  bool shared = false;
  bool skip = false;
  bool gated = false;
  bool normalize = true;
  std::size_t edge_features = 0;
  float slope = 0.2F;
  float dropout = 0;
  float epsilon = 1e-5F;
  std::vector<std::size_t> of = {};  ///< what it reads: 0 is the model's input, k the result of the k-th layer; empty: the result before it
};

/// All types, as the comment above lists them.
std::vector<std::string> stack_layer_types();

EDGEWISE_API_END
}  // namespace edgewise::models
