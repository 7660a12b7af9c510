#pragma once
/// Node models: attention layers stacked by a description that travels in the model file.
#include <memory>
#include <string>
#include <vector>

#include "../../graph/api.hpp"
#include "../../graph/graph.hpp"
#include "../arcs.hpp"
#include "../input.hpp"
#include "../nn/activation.hpp"
#include "../nn/attention_layer.hpp"
#include "../nn/module.hpp"
#include "stack_layer.hpp"

namespace edgewise::models {
EDGEWISE_API_BEGIN

using nn::Activation;
using nn::HeadMix;
/// Which norm, if any.
enum class Norm { none, layer };
/// before: of the rows that enter a layer.  inside: of what a layer gives, before the activation and the residual sum.
enum class NormPlace { before, inside };
/// What happens to the features on their way in.  rows: each row is divided by the sum of its absolute values (bags of words);
/// length: by its length, the root of the sum of squares, so that a row of many words is as large as one of few;
/// columns: each column has its mean taken off and is divided by its deviation, both learned from the training graph and kept
/// as buffers (sparse tables are only divided, so they stay sparse).
enum class InputScale { none, rows, columns, length };

/// Everything that shapes a node model.  Written to the model file; prediction needs nothing else.
///   h = [input layer]; per layer  h = activation(layer(drop(norm(h))) [+ h])  or, with a feed-forward,
///   h = layer(drop(norm(h))) [+ h], h = feed_forward(norm(h)) [+ h];  [norm, output layer].
/// With norm_place inside: h = activation(norm(layer(drop(h)))) [+ h], h = norm(feed_forward(h)) [+ h], the input layer alike, and no
/// norm before the output layer.
/// Without an input layer the last graph layer gives `out` columns itself, with neither activation nor feed-forward behind it.
struct NodeModelOptions {
  std::string model = "gat";           ///< gat, gatv2, transformer, gcn, mlp; or stack: only in, out, edge_features and stack count then
  std::size_t in = 0;                  ///< feature columns
  std::size_t out = 0;                 ///< classes, labels or regression targets
  std::size_t layers = 2;              ///< graph layers, >= 1
  std::size_t hidden = 64;             ///< width between layers; with concat: heads * (hidden / heads)
  std::size_t heads = 8;               ///< attention heads of hidden layers, divides hidden
  std::size_t out_heads = 1;           ///< heads of the last layer, averaged
  HeadMix head_mix = HeadMix::concat;  ///< in hidden layers
  bool feed_forward = false;           ///< a two-layer perceptron of width 2 * hidden after each hidden graph layer
  bool residual = false;               ///< adds each layer's input (through a matrix where widths differ)
  Norm norm = Norm::none;              ///< before each layer that reads hidden rows (never before the raw features), and before the output layer
  NormPlace norm_place = NormPlace::before;  ///< where the norms stand
  bool root_weight = false;                  ///< adds a linear map of a node's own row to what its attention gathers (gcn, mlp: false)
  Activation activation = Activation::elu;   ///< behind each hidden layer
  bool input_layer = false;                  ///< a linear layer in -> hidden in front, and a linear layer hidden -> out at the end
  bool degree_encoding = false;              ///< adds a learned row for a node's numbers of arcs to the input layer (nn/degree_encoding.hpp)
  float input_dropout = 0.0F;                ///< of the features that enter the input layer, [0, 1); of sparse ones the entries
  float dropout = 0.5F;                      ///< of the input of each graph layer, of the output layer and inside feed-forwards, [0, 1)
  float attention_dropout = 0.0F;            ///< of attention weights, [0, 1)
  float value_dropout = 0.0F;                ///< gat: of the projected features that are gathered (those that are scored stay whole), [0, 1)
  float slope = 0.2F;                        ///< LeakyReLU slope in scores
  std::size_t edge_features = 0;             ///< columns of numeric edge features that enter the score; gcn: 1 (the weight of an arc) or 0; mlp: 0
  std::size_t edge_types = 0;                ///< number of arc types, each with a learned score bias per head and layer; 0: untyped (gcn, mlp: 0)
  std::vector<StackLayer> stack = {};        ///< of model "stack": its layers one by one
  std::size_t edge_types_along = 0;          ///< so many types come first, of arcs that run along the listed edge,
  std::size_t edge_types_against = 0;        ///< and so many next, of arcs against it; the rest are added loops
  float direction_bias = 0;                  ///< start of the bias of arcs along in even heads, of arcs against in odd heads (nn/attention_layer.hpp)
  // The last two are carried out around any model by `scaled` (scaling.hpp), which make_node_model ends with.
  InputScale input_scale = InputScale::none;  ///< what happens to the features on their way in
  bool output_scale = false;                  ///< regression: forward ends with value * deviation + mean of the training targets, kept as buffers
};

using edgewise::Arcs;
using edgewise::BasicArcs;

/// A node model.  forward(...) gives n x out: logits, or values for regression.
/// Threads  forward with a prediction Pass is const and may run in many threads at once.
template <class Real>
class BasicNodeModel : public nn::BasicModule<Real> {
 public:
  /// The scores of all nodes.  Throws ShapeError when features or arcs are not what the model was made for.
  virtual BasicVariable<Real> forward(const Graph& graph, const BasicInput<Real>& x, const BasicArcs<Real>& arcs, nn::Pass& pass) const = 0;
  /// The attention weights of every layer, m x heads each, at prediction.  Empty for models without attention.
  virtual std::vector<BasicTensor<Real>> attention(const Graph&, const BasicInput<Real>&, const BasicArcs<Real>&) const { return {}; }
  /// What it was made from.
  const NodeModelOptions& options() const { return options_; }

 protected:
  explicit BasicNodeModel(NodeModelOptions options) : options_(std::move(options)) {}
  NodeModelOptions options_;  ///< what it was made from
};
using NodeModel = BasicNodeModel<float>;

/// The model that `options` describe, initialised from `seed`.  Throws UsageError naming the option, what it got and the range.
template <class Real>
std::unique_ptr<BasicNodeModel<Real>> make_node_model(const NodeModelOptions& options, std::uint64_t seed);
/// gat, gatv2, transformer, gcn, mlp: those that options alone describe.
std::vector<std::string> node_model_names();

EDGEWISE_API_END
}  // namespace edgewise::models
