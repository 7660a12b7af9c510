#pragma once
/// What GAT, GATv2 and the graph transformer have in common: heads, how they are mixed, and what arcs add to a score.
#include <optional>
#include <string>

#include "../../graph/api.hpp"
#include "../ops/attention.hpp"
#include "graph_layer.hpp"
#include "linear.hpp"

namespace edgewise::nn {
EDGEWISE_API_BEGIN

/// How the heads of a layer become one row: side by side, averaged, or side by side through an output matrix.
enum class HeadMix { concat, mean, linear };

/// What shapes an attention layer.
struct AttentionLayerOptions {
  std::size_t heads = 8;               ///< H >= 1
  HeadMix head_mix = HeadMix::concat;  ///< result: H * head_dim columns; head_dim; H * head_dim
  float slope = 0.2F;                  ///< of the LeakyReLU in additive scores
  float dropout = 0;                   ///< of attention weights while training, [0, 1)
  float value_dropout = 0;             ///< GAT: of the values that are gathered, while training, [0, 1)
  std::size_t edge_features = 0;       ///< columns of arc features that enter the score
  std::size_t edge_types = 0;          ///< arc types, each with a learned score bias per head
  bool root_weight = false;            ///< adds a linear map of the node's own row to what it gathers (concat and mean: without a bias of its own)
  float direction_bias = 0;            ///< start of the type bias: even heads at arcs along their edge, odd heads at arcs against it, see below
  std::size_t along = 0;               ///< the first `along` types are of arcs along the listed edge,
  std::size_t against = 0;             ///< the next `against` of arcs against it; the rest (loops) starts at 0
  bool bias = true;                    ///< false: no bias anywhere in the layer
};

/// Two directions of one relation say different things, and a softmax over both mixes them.  With a direction_bias of b, an arc along
/// its edge starts with e^b times the weight of others in even heads, an arc against it in odd heads: from the first step on, half of
/// the heads read the one direction and half the other.  Training is free to move away from there.
/// Parameters  arc_type.weight: edge_types x H, starts as direction_bias says.  res.weight (GAT, GATv2), lin_skip (transformer): the
///             root matrix, out x in, under the names of PyG.  bias: 1 x out (concat and mean), starts at 0.
///             lin_out.weight, lin_out.bias: the output matrix (linear).
/// Throws      UsageError naming the layer and the option.
template <class Real>
class BasicAttentionLayer : public BasicGraphLayer<Real> {
 public:
  std::size_t out() const final { return options_.head_mix == HeadMix::mean ? head_dim_ : options_.heads * head_dim_; }
  /// What it was made from.
  const AttentionLayerOptions& options() const { return options_; }

 protected:
  BasicAttentionLayer(std::string name, std::size_t in, std::size_t head_dim, const AttentionLayerOptions& options);
  /// Register the root matrix, and what the mixing of heads needs; layers call them last, so that their own parameters stand in front:
  void add_root(const std::string& name, Rng& rng, const LinearOptions& options);
  void add_mixing(Rng& rng, bool with_bias);
  /// Throws ShapeError, naming the layer, when rows, columns or arcs are not what it was made for.
  void check(const Graph& graph, const BasicInput<Real>& x, const BasicArcs<Real>& arcs) const;
  /// H * head_dim.
  std::size_t width() const { return options_.heads * head_dim_; }
  /// `score` (m x H or nothing) plus the bias of each arc's type.
  BasicVariable<Real> with_type_bias(const BasicVariable<Real>& score, const BasicArcs<Real>& arcs) const;
  /// What this pass asks of the attention op: heads, and while training dropout under a key of its own.
  ops::AttentionOptions attend(Pass& pass) const;
  /// What the heads gathered (n x H*D), mixed, plus the part of the node's own row.
  BasicVariable<Real> finish(const BasicVariable<Real>& y, const BasicInput<Real>& x) const;
  /// An empty view of nothing.
  static BasicView<const Real> view_of(const BasicVariable<Real>& x) { return x ? x.value().view() : BasicView<const Real>{}; }
  /// The same without the node's own row: the heads as head_mix says, plus the bias.
  BasicVariable<Real> mix(const BasicVariable<Real>& y) const;

  /// What the constructor was given:
  std::string name_;
  std::size_t in_;
  std::size_t head_dim_;
  AttentionLayerOptions options_;

 private:
  BasicTensor<Real> first_type_bias() const;
  BasicVariable<Real> joined(const BasicVariable<Real>& y) const;

  BasicVariable<Real> arc_type_;
  BasicVariable<Real> bias_;
  std::optional<BasicLinear<Real>> lin_out_;
  std::optional<BasicLinear<Real>> root_;
};

extern template class BasicAttentionLayer<float>;
extern template class BasicAttentionLayer<double>;

EDGEWISE_API_END
}  // namespace edgewise::nn
