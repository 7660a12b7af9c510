#pragma once
/// Model files: one .safetensors file that holds the weights and all that prediction needs.
#include <memory>
#include <string>
#include <vector>

#include "../core/models/node_model.hpp"
#include "../core/train/trainer.hpp"
#include "node_data.hpp"

namespace edgewise::io {

/// A trained node model with its words.  Copy-free to move; `model` is never null.
struct TrainedNodeModel {
  std::unique_ptr<models::NodeModel> model;
  NodeSchema schema;
};

/// Version of the description inside the file; older ones stay readable.
inline constexpr int kModelFormat = 1;

/// Writes weights and description; the bytes depend on nothing else (no time, path or thread count).  Written under a temporary
/// name, then renamed.
void save_node_model(const std::string& path, const models::NodeModel& model, const NodeSchema& schema);
/// `path`: the file, or a run folder that holds model.safetensors.  Throws DataError for any damage, naming tensor and bound.
TrainedNodeModel load_node_model(const std::string& path);

/// Checkpoints in the same container.  `config` is the text of the options that made it: a resume under others is refused.
void save_checkpoint(const std::string& path, const train::Checkpoint& checkpoint, const std::string& config);
struct SavedCheckpoint {
  train::Checkpoint checkpoint;
  std::string config;
};
SavedCheckpoint load_checkpoint(const std::string& path);

}  // namespace edgewise::io
