#pragma once
/// Flags of training that do not go together, said by their names before any file is read; the libraries say it by the names of their fields.
#include "graph_flags.hpp"
#include "train_flags.hpp"

namespace edgewise::cli {

/// After the flags were applied and the data flags completed.  Throws UsageError where two of them contradict each other, with the way out.
void check_options(const Flags& flags, const TrainFlags& options);
/// The same for models of whole graphs.
void check_options(const GraphTrainFlags& options);
/// What the columns of the data decide: --monitor roc-auc of several classes, several edge columns for gcn.  Throws UsageError.
void check_against_data(const TrainFlags& options, const io::NodeData& data);
/// Says on stderr which of the flags that were given change nothing beside the others.
void say_without_effect(const Flags& flags, const TrainFlags& options);

}  // namespace edgewise::cli
