#include <cstdio>

#include "../graph/error.hpp"
#include "../graph/rows.hpp"
#include "../io/model_file.hpp"
#include "../io/results.hpp"
#include "node_flags.hpp"
#include "verbs.hpp"

namespace edgewise::cli {

int node_attention(Args args) {
  DataFlags from;
  std::string model_path, out;
  std::size_t threads = 0;
  Flags flags("node attention", "Writes how much each node attends to each neighbour, by layer and head.");
  flags.text("model", "PATH", model_path, "run folder of node train, or a .safetensors file").required();
  add_data_flags(flags, from, Wants::edges);
  flags.section("Result");
  flags.text("out", "FILE", out, "CSV: layer, head, source, target, weight, is_loop").required();
  flags.whole("threads", threads, {0, 4096}, "0: all cores; results do not depend on it");
  add_format_flags(flags, from);
  flags.example("node attention --model runs/karate --data datasets/karate --out attention.csv");
  if (!flags.read(args)) return kDone;
  complete(from);
  from.files.labels.clear();

  const ThreadLimit limit(threads);
  const io::TrainedNodeModel trained = io::load_node_model(model_path);
  const io::NodeData data = io::load_node_data(from.files, trained.schema);
  print_notes(data);
  const std::vector<Tensor> weights = trained.model->attention(data.data.graph, data.data.features, data.data.arcs);
  if (weights.empty())
    fail<UsageError>("--model: ", model_path, " is a ", trained.model->options().model, ", which has no attention; gat, gatv2 and transformer have");
  io::save_attention(out, data, weights);
  std::printf("%s\nwrote %s: %zu layers\n", describe(data).c_str(), out.c_str(), weights.size());
  return kDone;
}

}  // namespace edgewise::cli
