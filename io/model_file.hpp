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
///   const Graph graph = model.prepare(Graph::from_undirected(nodes, edges));      // once for a graph
///   const Tensor scores = model.predict(graph, Variable(features));               // n x schema.outputs, as often as you like
struct TrainedNodeModel {
  std::unique_ptr<models::NodeModel> model;  ///< the network
  NodeSchema schema;                         ///< columns, outputs and how its graphs are made

  /// The graph with the self-loops that the model was trained with: `graph` itself where it has them or none are wanted.
  Graph prepare(const Graph& graph) const;
  /// Probabilities of the classes or labels, or values, under the names of schema.outputs.
  /// Shapes   features: n x schema.feature_columns (or what the encoding of that name gives).  arcs: as the arcs of `graph` come.
  /// Threads  const, may run in many threads at once; uses the caller's arena.
  /// Throws   ShapeError for features or arcs of another width, and for a graph that has not gone through `prepare`.
  Tensor predict(const Graph& graph, const Input& features, const Arcs& arcs = {}) const;
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
