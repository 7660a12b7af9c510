#include "trained_flags.hpp"

#include "run_files.hpp"
#include "say.hpp"

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

void complete(TrainedFlags& flags) {
  complete(flags.from);
  if (flags.out.empty()) return;
  std::vector<NamedPath> inputs = inputs_of(flags.from);
  for (NamedPath& file : files_of_model(flags.model)) inputs.push_back(std::move(file));
  const NamedPath out{"--out", flags.out};
  keep_apart(inputs, std::span(&out, 1));
  check_out_file(flags.out);
}

TrainedOnGraph load(const TrainedFlags& flags) {
  TrainedOnGraph loaded{io::load_node_model(flags.model), {}};
  loaded.data = io::load_node_data(flags.from.files, loaded.trained.schema);
  say_without_column_flags(loaded.data.notes);
  io::check_arcs(loaded.data, loaded.trained.model->options());
  return loaded;
}

}  // namespace edgewise::cli
