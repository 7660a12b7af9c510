#pragma once
/// How a training ended: as metrics.json keeps it, and as people are told.
#include <string>

#include "../core/train/trainer.hpp"

namespace edgewise::cli {

/// "finished", "stopped early" or "not finite"; empty for an interrupted training, which has not ended.
std::string outcome_of(train::Stopped stopped);
/// Of several that count as one: "not finite" before "stopped early" before "finished".
std::string worse_outcome(const std::string& a, const std::string& b);
/// On stderr, where it was not simply the last epoch; `name` ("run 2/5") opens the line unless empty.
void say_how_it_ended(const std::string& name, const train::TrainReport& report);

}  // namespace edgewise::cli
