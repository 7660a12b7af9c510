#include <cstdio>
#include <numeric>

#include "../core/train/metrics.hpp"
#include "../graph/error.hpp"
#include "../graph/rows.hpp"
#include "../io/model_file.hpp"
#include "node_flags.hpp"
#include "summary.hpp"
#include "train_run.hpp"
#include "verbs.hpp"

namespace edgewise::cli {

int node_evaluate(Args args) {
  DataFlags from;
  std::string model_path, out;
  std::size_t threads = 0;
  Flags flags("node evaluate", "Scores a trained model on labelled nodes: all of them, or the test nodes of a split.");
  flags.text("model", "PATH", model_path, "run folder of node train, or a .safetensors file").required();
  add_data_flags(flags, from, Wants::edges_and_labels);
  flags.section("Result");
  flags.text("out", "FILE", out, "scores as JSON, in the shape of metrics.json");
  flags.whole("threads", threads, {0, 4096}, "0: all cores; results do not depend on it");
  add_format_flags(flags, from);
  flags.example("node evaluate --model runs/karate --data datasets/karate");
  if (!flags.read(args)) return kDone;
  complete(from);
  check_labels(from);
  if (from.splits.size() > 1) fail<UsageError>("--split: got ", from.splits.size(), " files, expected one");
  const bool split = !from.splits.empty();
  if (split && from.splits[0].starts_with("random"))
    fail<UsageError>("--split: a random split would mix training nodes into the test; pass a file, or nothing");

  const ThreadLimit limit(threads);
  const io::TrainedNodeModel trained = io::load_node_model(model_path);
  if (split) from.files.split = from.splits[0];
  io::NodeData data = io::load_node_data(from.files, trained.schema);
  print_notes(data);
  if (!split) {
    data.data.split = {};
    data.data.split.test.resize(data.nodes.size());
    std::iota(data.data.split.test.begin(), data.data.split.test.end(), NodeId{0});
  }
  const Tensor output = train::predict(*trained.model, data.data.graph, data.data.features, data.data.arcs);
  const io::RunScores scores = score(output, data.data);
  std::printf("%s\n", describe(data).c_str());
  print_scores(trained.model->options().model, split ? "test" : "all labelled", std::span(&scores, 1));
  print_confusion(data, output, data.data.split.test);
  if (!out.empty()) io::save_metrics(out, std::span(&scores, 1));
  return kDone;
}

}  // namespace edgewise::cli
