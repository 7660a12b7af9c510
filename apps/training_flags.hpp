#pragma once
/// The flags of training, the same for nodes and graphs.
#include <string>
#include <vector>

#include "../core/train/trainer.hpp"
#include "flags.hpp"

namespace edgewise::cli {

/// --lr, --weight-decay, --epochs, --patience, --class-weights, --seed, and behind --help-all the rest of TrainOptions but for the batch.
void add_training_flags(Flags& flags, train::TrainOptions& training);

/// An unknown word is answered before any file is read.  Throws UsageError that lists `known` and says which was meant.
void check_name(const char* what, const std::string& name, const std::vector<std::string>& known);

}  // namespace edgewise::cli
