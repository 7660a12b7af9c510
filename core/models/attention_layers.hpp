#pragma once
/// The attention layers by name.
#include <memory>
#include <string>

#include "../../graph/api.hpp"
#include "../nn/attention_layer.hpp"

namespace edgewise::models {
EDGEWISE_API_BEGIN

/// gat, gatv2, transformer?
bool is_attention_layer(const std::string& name);
/// The layer of that name, in columns in, `head_dim` columns a head.
template <class Real>
std::shared_ptr<const nn::BasicGraphLayer<Real>> make_attention_layer(const std::string& name, std::size_t in, std::size_t head_dim,
                                                                      const nn::AttentionLayerOptions& options, Rng& rng);

EDGEWISE_API_END
}  // namespace edgewise::models
