#include <cstdio>

#include "../graph/rows.hpp"
#include "../io/model_file.hpp"
#include "../io/results.hpp"
#include "node_flags.hpp"
#include "verbs.hpp"

namespace edgewise::cli {

int node_predict(Args args) {
  DataFlags from;
  std::string model_path, out;
  std::size_t threads = 0;
  Flags flags("node predict", "Predicts for every node of a graph, any graph, with a trained model.");
  flags.text("model", "PATH", model_path, "run folder of node train, or a .safetensors file").required();
  add_data_flags(flags, from, Wants::edges);
  flags.section("Result");
  flags.text("out", "FILE", out, "predictions as CSV: node, split, label, predicted, probabilities").required();
  flags.whole("threads", threads, {0, 4096}, "0: all cores; results do not depend on it");
  add_format_flags(flags, from);
  flags.example("node predict --model runs/karate --data datasets/karate --out again.csv");
  if (!flags.read(args)) return kDone;
  complete(from);
  from.files.labels.clear();

  const ThreadLimit limit(threads);
  const io::TrainedNodeModel trained = io::load_node_model(model_path);
  const io::NodeData data = io::load_node_data(from.files, trained.schema);
  print_notes(data);
  io::save_predictions(out, data, train::predict(*trained.model, data.data.graph, data.data.features, data.data.arcs));
  std::printf("%s\nwrote %s: %zu rows\n", describe(data).c_str(), out.c_str(), static_cast<std::size_t>(data.nodes.size()));
  return kDone;
}

}  // namespace edgewise::cli
