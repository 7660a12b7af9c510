#pragma once
/// Graph models: one row of output for a whole graph, described by a struct that travels in the model file.
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "../../graph/api.hpp"
#include "../../graph/batch.hpp"
#include "../nn/graph_readout.hpp"
#include "node_model.hpp"

namespace edgewise::models {
EDGEWISE_API_BEGIN

using nn::Readout;

/// Everything that shapes a graph model.
///   x = [node columns | random-walk columns | sum of the arc columns of each node's arcs];  h = activation(input layer(x))
///   per layer  h = block(h) of nn/block.hpp [+ what the virtual node says];  [norm];  r = readout(h)
///   dmpnn: states live on arcs j -> i, h = activation(input layer([x of j | arc columns])), blocks over arc_graph(); then each node takes
///   h[i] = activation(output layer([x of i | sum of its arcs' states])) to the readout
///   y = head([r | activation(extra layer(scaled extras))])
struct GraphModelOptions {
  std::string model = "gat";                 ///< gat, gatv2, transformer, gine (sums over atoms), dmpnn (sums over directed bonds)
  std::size_t node_columns = 0;              ///< may be 0 where arc or walk columns say something
  std::size_t arc_columns = 0;               ///< enter the attention score (gat, gatv2, transformer), the messages (gine) or the states (dmpnn)
  std::size_t extra_columns = 0;             ///< of the graph as a whole, joined at the readout
  std::size_t out = 0;                       ///< classes, labels or regression targets
  std::size_t layers = 3;                    ///< graph layers, >= 1
  std::size_t hidden = 128;                  ///< width of states
  std::size_t heads = 8;                     ///< attention heads, divides hidden
  bool arc_sums = true;                      ///< the sum of the arc columns of a node's arcs stands beside its node columns (dmpnn needs none)
  std::size_t walk_steps = 0;                ///< columns of random_walk_encoding (core/encodings.hpp)
  bool virtual_node = false;                 ///< a node that hears all states of a graph after each layer but the last, and is heard by all
  bool feed_forward = false;                 ///< a two-layer perceptron of width 2 * hidden after each layer
  bool residual = true;                      ///< adds each layer's input
  Norm norm = Norm::layer;                   ///< before each layer and before the readout
  Activation activation = Activation::relu;  ///< behind each layer and in the head
  Readout readout = Readout::mean;           ///< how the rows of a graph's nodes become its row
  std::size_t readout_heads = 4;             ///< of Readout::attention, divides hidden
  std::size_t readout_rounds = 2;            ///< of Readout::recurrent
  std::size_t extra_hidden = 128;            ///< width of the extra layer; 0: the extras go into the head as they are
  std::size_t head_layers = 1;               ///< hidden layers of the head
  std::size_t head_hidden = 128;             ///< their width
  float dropout = 0.1F;                      ///< inside the blocks, [0, 1)
  float attention_dropout = 0;               ///< of attention weights, [0, 1)
  float head_dropout = 0.1F;                 ///< of the readout and inside the head, [0, 1)
  float extra_dropout = 0.1F;                ///< of the extras on their way in, [0, 1)
  float slope = 0.2F;                        ///< LeakyReLU slope in scores
  bool output_scale = false;                 ///< regression: ends with value * deviation + mean of the training targets, kept as buffers
};

/// Attention weights at prediction.
template <class Real>
struct GraphAttention {
  std::vector<BasicTensor<Real>> layers;  ///< arcs x heads each; none for gine and dmpnn
  BasicTensor<Real> readout;              ///< nodes x heads for attention and recurrent; else nothing
};

/// A graph model.  forward(...) gives graphs x out: logits, or values for regression.
/// Shapes   nodes: nodes x node columns.  arcs: arcs x arc columns or nothing.  extras: graphs x extra columns or nothing.
/// Batches  A graph's row is the same bytes alone, in any batch and on any number of threads.
/// Edges    A graph without nodes has a zero readout and an output like any other.
/// Threads  forward with a prediction Pass is const and may run in many threads at once.
/// Throws   ShapeError naming the table.
template <class Real>
class BasicGraphModel : public nn::BasicModule<Real> {
 public:
  /// graphs x out: logits, or values for regression.
  virtual BasicVariable<Real> forward(const GraphBatch& batch, const BasicVariable<Real>& nodes, const BasicVariable<Real>& arcs,
                                      const BasicVariable<Real>& extras, nn::Pass& pass) const = 0;
  /// The weights of every layer and of the readout at prediction.
  virtual GraphAttention<Real> attention(const GraphBatch& batch, const BasicVariable<Real>& nodes, const BasicVariable<Real>& arcs,
                                         const BasicVariable<Real>& extras) const = 0;
  /// Sets the buffers of extra and output scale from the given graphs.  `targets` (graphs x out, NaN where unknown) counts with output_scale only.
  virtual void learn_scales(BasicView<const Real> extras, BasicView<const Real> targets, std::span<const NodeId> graphs) = 0;
  /// What the model does to its values at the end, 1 x out each; 0 and 1 without output_scale:
  virtual BasicTensor<Real> output_mean() const = 0;
  virtual BasicTensor<Real> output_deviation() const = 0;
  /// What it was made from.
  const GraphModelOptions& options() const { return options_; }

 protected:
  explicit BasicGraphModel(GraphModelOptions options) : options_(std::move(options)) {}
  GraphModelOptions options_;  ///< what it was made from
};
using GraphModel = BasicGraphModel<float>;

/// The model that `options` describe, initialised from `seed`.  Throws UsageError naming the option, what it got and the range.
template <class Real>
std::unique_ptr<BasicGraphModel<Real>> make_graph_model(const GraphModelOptions& options, std::uint64_t seed);
/// gat, gatv2, transformer, gine, dmpnn.
std::vector<std::string> graph_model_names();

EDGEWISE_API_END
}  // namespace edgewise::models
