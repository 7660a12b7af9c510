#include "attention_layers.hpp"

#include "../nn/gat.hpp"
#include "../nn/gatv2.hpp"
#include "../nn/graph_transformer.hpp"

namespace edgewise::models {

bool is_attention_layer(const std::string& name) { return name == "gat" || name == "gatv2" || name == "transformer"; }

template <class Real>
std::shared_ptr<const nn::BasicGraphLayer<Real>> make_attention_layer(const std::string& name, std::size_t in, std::size_t head_dim,
                                                                      const nn::AttentionLayerOptions& options, Rng& rng) {
  if (name == "gat") return std::make_shared<nn::BasicGat<Real>>(in, head_dim, options, rng);
  if (name == "gatv2") return std::make_shared<nn::BasicGatv2<Real>>(in, head_dim, options, rng);
  return std::make_shared<nn::BasicGraphTransformer<Real>>(in, head_dim, options, rng);
}

template EDGEWISE_API std::shared_ptr<const nn::BasicGraphLayer<float>> make_attention_layer(const std::string&, std::size_t, std::size_t,
                                                                                             const nn::AttentionLayerOptions&, Rng&);
template EDGEWISE_API std::shared_ptr<const nn::BasicGraphLayer<double>> make_attention_layer(const std::string&, std::size_t, std::size_t,
                                                                                              const nn::AttentionLayerOptions&, Rng&);

}  // namespace edgewise::models
