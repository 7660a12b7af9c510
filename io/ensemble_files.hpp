#pragma once
/// The model files that a path to a trained graph model stands for.
#include <string>
#include <vector>

#include "../graph/api.hpp"

namespace edgewise::io {
EDGEWISE_API_BEGIN

/// Models whose outputs are averaged, and what a user should be told about them, a line each.
struct EnsembleFiles {
  std::vector<std::string> files;  ///< at least one
  std::vector<std::string> notes;  ///< that runs are averaged, or a model was left out
  bool runs = false;               ///< of several runs: each may have been trained on another part of the data
};

/// A file: itself.  A folder: its model.safetensors; else those of member-1, member-2, ... in it (mol train --ensemble); else those of run-0,
/// run-1, ... (--runs, --folds), each a model or an ensemble.  Nothing else that lies there is taken.  Where config.json tells (training writes
/// it into the folder and beside each model), all models are of one training that came to its end.
/// Throws   DataError naming the folder when it holds no model, models under other names, a gap in the numbers, an ensemble in training, or
///          models that were trained under different options or on different data.
EnsembleFiles ensemble_files(const std::string& path);

EDGEWISE_API_END
}  // namespace edgewise::io
