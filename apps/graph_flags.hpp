#pragma once
/// What the verbs that train graph models can be told about model, training and run.
#include "../core/models/graph_model.hpp"
#include "session.hpp"
#include "training_flags.hpp"

namespace edgewise::cli {

struct GraphTrainFlags : SessionFlags {
  models::GraphModelOptions model;
  train::TrainOptions training;
  std::size_t runs = 1;      ///< splits with different seeds
  std::size_t folds = 0;     ///< cross-validation in place of runs; 0: none
  std::size_t ensemble = 1;  ///< members trained on each split
  io::Config settings;       ///< everything above that shapes the result
};

void add_graph_model_flags(Flags& flags, models::GraphModelOptions& model);
/// --batch beside those of training_flags.hpp.
void add_graph_training_flags(Flags& flags, train::TrainOptions& training);
/// --out, --runs, --folds, --ensemble, --threads, --resume, ...
void add_graph_session_flags(Flags& flags, GraphTrainFlags& to);
/// After reading: what contradicts itself.  Throws UsageError.
void check(const GraphTrainFlags& flags);

}  // namespace edgewise::cli
