#pragma once
/// The warm-up that fits the epochs.
#include "../core/train/trainer.hpp"
#include "flags.hpp"

namespace edgewise::cli {

/// After the flags were applied: a warm-up that a recipe brought along gives way to fewer epochs and to other schedules, one that was asked
/// for does not.  Throws UsageError then, before any file is read.
void settle_warmup(const Flags& flags, train::TrainOptions& training);

}  // namespace edgewise::cli
