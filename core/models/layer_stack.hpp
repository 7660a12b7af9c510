#pragma once
/// A node model described layer by layer: what a user composes, or what comes from another framework.
#include <memory>
#include <optional>
#include <vector>

#include "../../graph/api.hpp"
#include "../nn/layer_norm.hpp"
#include "../nn/linear.hpp"
#include "node_model.hpp"

namespace edgewise::models {
EDGEWISE_API_BEGIN

/// The layers of NodeModelOptions::stack, each reading the result before it or what its `of` names; the last one's result is the model's.
/// Parameters  layers.K.*, K from 0, with the names of the layer (nn/); skip of gat and gatv2: layers.K.res.weight;
///             batch_norm: weight and bias, and the buffers running_mean and running_var.
/// Memory      At prediction a result is freed after its last reader.
template <class Real>
class BasicLayerStack final : public BasicNodeModel<Real> {
 public:
  /// Throws UsageError naming the layer (from 1, with its type) and the rule that it breaks.
  BasicLayerStack(const NodeModelOptions& options, Rng& rng);
  BasicVariable<Real> forward(const Graph& graph, const BasicInput<Real>& x, const BasicArcs<Real>& arcs, nn::Pass& pass) const override;
  std::vector<BasicTensor<Real>> attention(const Graph& graph, const BasicInput<Real>& x, const BasicArcs<Real>& arcs) const override;
  /// The results of all layers at prediction, in order.
  std::vector<BasicTensor<Real>> results(const Graph& graph, const BasicInput<Real>& x, const BasicArcs<Real>& arcs) const;

 private:
  struct Layer;
  using Keep = std::vector<BasicTensor<Real>>;
  BasicVariable<Real> run(const Graph& graph, const BasicInput<Real>& x, const BasicArcs<Real>& arcs, nn::Pass& pass, Keep* results,
                          Keep* weights) const;

  std::vector<std::shared_ptr<const Layer>> layers_;
  std::vector<std::size_t> last_reader_;  // of result k, 0 the input: number of the last layer that reads it
};

using LayerStack = BasicLayerStack<float>;
extern template class BasicLayerStack<float>;
extern template class BasicLayerStack<double>;

EDGEWISE_API_END
}  // namespace edgewise::models
