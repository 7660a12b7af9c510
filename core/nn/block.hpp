#pragma once
/// A graph layer with what deep stacks put around it: normalisation, dropout, residual, feed-forward, activation.
#include <memory>
#include <optional>

#include "../../graph/api.hpp"
#include "activation.hpp"
#include "feed_forward.hpp"
#include "graph_layer.hpp"
#include "layer_norm.hpp"

namespace edgewise::nn {
EDGEWISE_API_BEGIN

/// Where LayerNorm stands: x + f(norm(x)), norm(x + f(x)), or inside the branch, x + activation(norm(f(x))).
enum class NormPlace { none, before, after, inside };

/// What stands around a layer.
struct BlockOptions {
  NormPlace norm = NormPlace::none;         ///< where the norm stands
  bool residual = false;                    ///< adds the input, through a matrix without bias where widths differ
  std::size_t feed_forward = 0;             ///< hidden width of the two-layer perceptron behind the graph layer; 0: none
  Activation activation = Activation::elu;  ///< behind the layer
  bool activate = true;                     ///< ends with the activation; with a feed-forward the activation stands inside it instead
  float dropout = 0;                        ///< of the graph layer's input and inside the feed-forward, while training, [0, 1)
};

/// y = layer(drop(norm(x))) [+ x];  then  y = feed_forward(norm(y)) [+ y]  or  y = activation(y).
/// With NormPlace::after the norms stand behind the sums instead; with `inside` in front of them, together with the activation:
/// y = activation(norm(layer(drop(x)))) [+ x], and behind it y = norm(feed_forward(y)) [+ y].  A sum of branches of one size each.  The residual
/// takes x as it came: neither normalised nor dropped.
/// Shapes      x: n x in; sparse x is allowed with all but NormPlace::before.  Result: n x layer.out().
/// Parameters  conv.*, res.weight, norm1.*, norm2.*, feed_forward.*: those that the options ask for.
/// Source      Xiong et al. 2020, arXiv:2002.04745 (why `before` trains without warm-up); Liu et al. 2022, arXiv:2111.09883, section 3.2
///             (`inside`).
template <class Real>
class BasicBlock : public BasicModule<Real> {
 public:
  BasicBlock(std::size_t in, std::shared_ptr<const BasicGraphLayer<Real>> layer, const BlockOptions& options, Rng& rng);
  /// When `weights` is given, the layer's attention weights at prediction are put there.
  BasicVariable<Real> forward(const Graph& graph, const BasicInput<Real>& x, const BasicArcs<Real>& arcs, Pass& pass,
                              BasicTensor<Real>* weights = nullptr) const;
  /// Columns of the result.
  std::size_t out() const { return layer_->out(); }

 private:
  std::shared_ptr<const BasicGraphLayer<Real>> layer_;
  BlockOptions options_;
  std::optional<BasicLinear<Real>> res_;
  std::optional<BasicLayerNorm<Real>> norm1_;
  std::optional<BasicLayerNorm<Real>> norm2_;
  std::optional<BasicFeedForward<Real>> feed_forward_;
};

using Block = BasicBlock<float>;
extern template class BasicBlock<float>;
extern template class BasicBlock<double>;

EDGEWISE_API_END
}  // namespace edgewise::nn
