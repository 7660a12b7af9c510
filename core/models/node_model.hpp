#pragma once
/// Node models: attention layers stacked by a description that travels in the model file.
#include <memory>
#include <string>
#include <vector>

#include "../../graph/graph.hpp"
#include "../input.hpp"
#include "../nn/module.hpp"

namespace edgewise::models {

/// How the heads of a layer become one row: side by side, averaged, or side by side through an output matrix.
enum class HeadMix { concat, mean, linear };
enum class Norm { none, layer };
enum class Activation { elu, relu, gelu };
/// What happens to the features on their way in.  rows: each row is divided by the sum of its absolute values (bags of words);
/// columns: each column has its mean taken off and is divided by its deviation, both learned from the training graph and kept
/// as buffers (sparse tables are only divided, so they stay sparse).
enum class InputScale { none, rows, columns };

/// Everything that shapes a node model.  Written to the model file; prediction needs nothing else.
struct NodeModelOptions {
  std::string model = "gat";           ///< gat, gatv2, transformer, gcn, mlp
  std::size_t in = 0;                  ///< feature columns
  std::size_t out = 0;                 ///< classes, labels or regression targets
  std::size_t layers = 2;              ///< graph layers, >= 1
  std::size_t hidden = 64;             ///< width between layers; with concat: heads * (hidden / heads)
  std::size_t heads = 8;               ///< attention heads of hidden layers, divides hidden
  std::size_t out_heads = 1;           ///< heads of the last layer, averaged
  HeadMix head_mix = HeadMix::concat;  ///< in hidden layers
  bool feed_forward = false;           ///< a two-layer perceptron of width 2 * hidden after each hidden graph layer
  bool residual = false;               ///< adds each layer's input (through a matrix where widths differ)
  Norm norm = Norm::none;              ///< before each hidden layer
  Activation activation = Activation::elu;
  bool input_layer = false;        ///< a linear layer in -> hidden in front, and a linear layer hidden -> out at the end
  float dropout = 0.5F;            ///< of the input of each layer, [0, 1)
  float attention_dropout = 0.0F;  ///< of attention weights, [0, 1)
  float slope = 0.2F;              ///< LeakyReLU slope in scores
  std::size_t edge_features = 0;   ///< columns of numeric edge features that enter the score
  std::size_t edge_types = 0;      ///< number of arc types, each with a learned score bias per head and layer; 0: untyped
  InputScale input_scale = InputScale::none;
  bool output_scale = false;  ///< regression: forward ends with value * deviation + mean of the training targets, kept as buffers
};

/// What an arc carries, in arc order.
template <class Real>
struct BasicArcs {
  BasicVariable<Real> features;     ///< m x edge_features, or nothing
  std::vector<std::uint32_t> type;  ///< m types < edge_types, or empty
};
using Arcs = BasicArcs<float>;

/// A node model.  forward(...) gives n x out: logits, or values for regression.
/// Threads  forward with a prediction Pass is const and may run in many threads at once.
template <class Real>
class BasicNodeModel : public nn::BasicModule<Real> {
 public:
  virtual BasicVariable<Real> forward(const Graph& graph, const BasicInput<Real>& x, const BasicArcs<Real>& arcs, nn::Pass& pass) const = 0;
  /// The attention weights of every layer, m x heads each, at prediction.  Empty for models without attention.
  virtual std::vector<BasicTensor<Real>> attention(const Graph& graph, const BasicInput<Real>& x, const BasicArcs<Real>& arcs) const = 0;
  const NodeModelOptions& options() const { return options_; }

 protected:
  explicit BasicNodeModel(NodeModelOptions options) : options_(std::move(options)) {}
  NodeModelOptions options_;
};
using NodeModel = BasicNodeModel<float>;

/// The model that `options` describe, initialised from `seed`.  Throws UsageError naming the option, what it got and the range.
template <class Real>
std::unique_ptr<BasicNodeModel<Real>> make_node_model(const NodeModelOptions& options, std::uint64_t seed);
/// gat, gatv2, transformer, gcn, mlp.
std::vector<std::string> node_model_names();

}  // namespace edgewise::models
