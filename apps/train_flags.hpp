#pragma once
/// What `node train` can be told.
#include <optional>

#include "../core/train/trainer.hpp"
#include "../core/value_storage.hpp"
#include "node_flags.hpp"
#include "session.hpp"

namespace edgewise::cli {

/// How nodes are numbered while a model trains: as they come, or by graph/reorder.hpp.  Nothing that is written shows it.
enum class NodeOrder { given, rcm, community };

struct TrainFlags : SessionFlags {
  DataFlags data;
  models::NodeModelOptions model;
  std::optional<models::InputScale> feature_scale;  ///< nothing: by column for dense tables, none for sparse ones and encodings
  train::TrainOptions training;
  NodeOrder reorder = NodeOrder::given;
  ValueStorage values = ValueStorage::float32;
  std::size_t runs = 1;
  io::Config settings;  ///< everything above that shapes the result
};

/// Reads the command line.  A preset fills options first, flags that were given override it.  false: help was printed.
bool read_train_flags(Args args, TrainFlags& flags);

/// The model for these data: columns in, outputs out, edge features, scales.
models::NodeModelOptions model_options(const TrainFlags& flags, const io::NodeData& data);

}  // namespace edgewise::cli
