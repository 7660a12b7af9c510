#include "trained_flags.hpp"

namespace edgewise::cli {

void add_trained_flags(Flags& flags, TrainedFlags& to, Wants wants, const char* out_words) {
  flags.text("model", "PATH", to.model, "run folder of node train, or a .safetensors file").required();
  add_data_flags(flags, to.from, wants);
  flags.section("Result");
  Flags& out = flags.text("out", "FILE", to.out, out_words);
  if (wants == Wants::edges) out.required();
  flags.whole("threads", to.threads, {0, 4096}, "0: all cores; results do not depend on it");
  add_format_flags(flags, to.from);
}

TrainedOnGraph load(const TrainedFlags& flags) {
  TrainedOnGraph loaded{io::load_node_model(flags.model), {}};
  loaded.data = io::load_node_data(flags.from.files, loaded.trained.schema);
  print_notes(loaded.data);
  return loaded;
}

}  // namespace edgewise::cli
