#pragma once
/// The part of a graph model below the readout: columns in, a state per node out.
#include <optional>

#include "../../graph/api.hpp"
#include "../nn/block.hpp"
#include "graph_model.hpp"

namespace edgewise::models {
EDGEWISE_API_BEGIN

/// Layers as the comment on GraphModelOptions says.
/// Parameters  input.*, layers.<l>.*, virtual.<l>.*, norm.*, output.* (dmpnn).
template <class Real>
class BasicGraphEncoder : public nn::BasicModule<Real> {
 public:
  BasicGraphEncoder(const GraphModelOptions& options, Rng& rng);
  /// nodes x hidden.  When `weights` is given, each layer's attention weights at prediction are put there.
  BasicVariable<Real> forward(const GraphBatch& batch, const BasicVariable<Real>& nodes, const BasicVariable<Real>& arcs, nn::Pass& pass,
                              std::vector<BasicTensor<Real>>* weights) const;

 private:
  std::shared_ptr<const nn::BasicGraphLayer<Real>> make_layer(Rng& rng) const;
  BasicVariable<Real> columns(const GraphBatch& batch, const BasicVariable<Real>& nodes, const BasicVariable<Real>& arcs) const;
  /// The stack on `graph`, whose nodes are the rows of h and belong to graphs by `members`.
  BasicVariable<Real> run(const Graph& graph, const Graph& members, BasicVariable<Real> h, const BasicArcs<Real>& arcs, nn::Pass& pass,
                          std::vector<BasicTensor<Real>>* weights) const;

  GraphModelOptions options_;
  std::optional<nn::BasicLinear<Real>> input_, input_arcs_;
  std::vector<nn::BasicBlock<Real>> blocks_;
  std::vector<nn::BasicLinear<Real>> virtual_;
  std::optional<nn::BasicLayerNorm<Real>> norm_;
  std::optional<nn::BasicLinear<Real>> output_, output_arcs_;
};

extern template class BasicGraphEncoder<float>;
extern template class BasicGraphEncoder<double>;

EDGEWISE_API_END
}  // namespace edgewise::models
