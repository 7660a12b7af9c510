#pragma once
/// What the verbs that use a trained node model have in common: the model, a graph for it, and a file for the result.
#include <string>

#include "../io/model_file.hpp"
#include "node_flags.hpp"

namespace edgewise::cli {

struct TrainedFlags {
  std::string model;  ///< a run folder or a .safetensors file
  DataFlags from;
  std::string out;
  std::size_t threads = 0;
};

/// A model and the graph it is to look at, read under the model's rules.
struct TrainedOnGraph {
  io::TrainedNodeModel trained;
  io::NodeData data;
};

/// --model, the data flags, --out (with `out_words` as its help; required unless the verb also prints its result), --threads, the format flags.
void add_trained_flags(Flags& flags, TrainedFlags& to, Wants wants, const char* out_words);
/// After reading the flags: completes the data flags and refuses an --out that is one of the inputs or cannot be written.
void complete(TrainedFlags& flags);
/// Loads the model, then the files as the model's schema wants them; prints the reader's notes.
TrainedOnGraph load(const TrainedFlags& flags);

}  // namespace edgewise::cli
