#pragma once
/// The flags of training, the same for nodes and graphs.
#include <string>
#include <vector>

#include "../core/train/trainer.hpp"
#include "flags.hpp"

namespace edgewise::cli {

/// --lr, --weight-decay, --epochs, --patience, --class-weights, --seed, and behind --help-all the rest of TrainOptions but for the batch.
void add_training_flags(Flags& flags, train::TrainOptions& training);

/// After the flags were applied: a warm-up that a recipe brought along gives way to fewer epochs and to other schedules, one that was asked for does
/// not. Throws UsageError then, before any file is read.
void settle_warmup(const Flags& flags, train::TrainOptions& training);

/// An unknown word is answered before any file is read.  Throws UsageError that lists `known` and says which was meant.
void check_name(const char* what, const std::string& name, const std::vector<std::string>& known);

}  // namespace edgewise::cli
