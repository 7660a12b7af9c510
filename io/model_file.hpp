#pragma once
/// Model files: one .safetensors file that holds the weights and all that prediction needs.
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "../core/models/node_model.hpp"
#include "../core/train/trainer.hpp"
#include "../graph/api.hpp"
#include "node_data.hpp"

namespace edgewise::io {
EDGEWISE_API_BEGIN

/// A trained node model with its words.  Copy-free to move; `model` is never null.
///   const auto model = io::load_node_model("model.safetensors");
///   const Tensor scores = model.predict(graph, features);       // n x schema.outputs, for graphs of any size
/// As often as you like, from memory that is yours, and without an allocation:
///   const Graph graph = model.prepare(Graph::view(begin, sources));             // once for a graph: its self-loops, where the model wants them
///   Workspace workspace;                                                        // one per thread
///   model.predict_into(graph, TensorView::of(features, nodes, columns), MutableTensorView::of(scores, nodes, outputs), workspace);
struct TrainedNodeModel {
  std::unique_ptr<models::NodeModel> model;  ///< the network
  NodeSchema schema;                         ///< columns, outputs and how its graphs are made

  /// The graph with the self-loops that the model was trained with: `graph` itself where it has them or none are wanted.
  Graph prepare(const Graph& graph) const;
  /// Probabilities of the classes or labels, or values, under the names of schema.outputs.
  /// Shapes   features: n x schema.feature_columns (or what io::encode of schema.encoding gives): a Tensor, a TensorView of any stride, a
  ///          Variable or a Sparse.  arcs: as the arcs of `graph` come.  Result: n x schema.outputs.
  /// Loops    A graph without the self-loops of the model gets them on the way, at the cost of `prepare`; where arcs carry something it
  ///          must have gone through `prepare`, since the order of arcs depends on it.
  /// Cost     That of the layers.  A small graph (rows.hpp) stays on the calling thread.
  /// Threads  const, may run in many threads at once; uses the caller's arena.  The same bytes for any thread count.
  /// Throws   ShapeError naming sizes for features or arcs of another shape.  Model, graph and workspace can be used on after any exception.
  Tensor predict(const Graph& graph, const Input& features, const Arcs& arcs = {}) const;
  /// The same, made in the caller's workspace: calls of a size that it has seen allocate nothing (graphs of many blocks on several threads
  /// aside, where oneTBB keeps its own books).  The result's memory goes back to the workspace when it dies.
  Tensor predict(const Graph& graph, const Input& features, Workspace& workspace) const;
  Tensor predict(const Graph& graph, const Input& features, const Arcs& arcs, Workspace& workspace) const;
  /// Into rows of the caller, n x schema.outputs, of any stride; they overlap nothing that goes in.
  void predict_into(const Graph& graph, const Input& features, MutableTensorView scores, Workspace& workspace) const;
  void predict_into(const Graph& graph, const Input& features, const Arcs& arcs, MutableTensorView scores, Workspace& workspace) const;
};

/// Version of the description inside the file; older ones stay readable.
inline constexpr int kModelFormat = 1;

/// Weights and description as one safetensors file (safetensors.hpp); the bytes depend on nothing else (no time, path or thread
/// count).  Outputs and feature columns that the schema leaves unnamed are called "0", "1", ... and "1", "2", ...
/// Throws   NumericError naming the tensor when a weight is NaN or infinite; ShapeError when the schema does not fit the model.
std::string node_model_bytes(const models::NodeModel& model, const NodeSchema& schema);
struct SafeTensors;
/// A model from its parts: `content` holds every parameter and buffer under its name.  Names that the schema leaves out are counted.
/// Throws DataError that opens with `name`.
TrainedNodeModel node_model_of(const models::NodeModelOptions& options, const NodeSchema& schema, const SafeTensors& content,
                               const std::string& name);
/// `name` opens the errors.  Throws DataError for any damage, naming tensor and bound.
TrainedNodeModel parse_node_model(std::span<const char> bytes, const std::string& name);
/// The same with a file: written under a temporary name, then renamed.
void save_node_model(const std::string& path, const models::NodeModel& model, const NodeSchema& schema);
/// `path`: the file, or a run folder that holds model.safetensors.
TrainedNodeModel load_node_model(const std::string& path);

/// Version of the description inside a checkpoint.
inline constexpr int kCheckpointFormat = 1;
/// Checkpoints in the same container; every number comes back with its bits.  `config` is the text of the options that made it: a resume under others
/// is refused.
void save_checkpoint(const std::string& path, const train::Checkpoint& checkpoint, const std::string& config);
/// What a checkpoint file holds.
struct SavedCheckpoint {
  train::Checkpoint checkpoint;  ///< where the run stood
  std::string config;            ///< the options that made it
};
/// Throws DataError for any damage.
SavedCheckpoint load_checkpoint(const std::string& path);

EDGEWISE_API_END
}  // namespace edgewise::io
