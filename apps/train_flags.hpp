#pragma once
/// What `node train` can be told.
#include <optional>

#include "../core/train/trainer.hpp"
#include "node_flags.hpp"

namespace edgewise::cli {

struct TrainFlags {
  DataFlags data;
  models::NodeModelOptions model;
  std::optional<models::InputScale> feature_scale;  ///< nothing: by column for dense tables, none for sparse ones and encodings
  train::TrainOptions training;
  std::string out;
  std::size_t runs = 1;
  std::size_t threads = 0;
  bool resume = false;
  std::size_t stop_after = 0;        ///< epochs of this session; 0: all
  std::size_t checkpoint_every = 0;  ///< epochs; 0: only when interrupted
  io::Config settings;               ///< everything above that shapes the result
};

/// Reads the command line.  A preset fills options first, flags that were given override it.  false: help was printed.
bool read_train_flags(Args args, TrainFlags& flags);

/// The model for these data: columns in, outputs out, edge features, scales.
models::NodeModelOptions model_options(const TrainFlags& flags, const io::NodeData& data);

}  // namespace edgewise::cli
