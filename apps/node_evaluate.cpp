#include <cstdio>
#include <numeric>

#include "../core/train/metrics.hpp"
#include "../graph/error.hpp"
#include "../graph/rows.hpp"
#include "../io/split_file.hpp"
#include "finite_output.hpp"
#include "summary.hpp"
#include "train_run.hpp"
#include "trained_flags.hpp"
#include "verbs.hpp"

namespace edgewise::cli {

int node_evaluate(Args args) {
  TrainedFlags to;
  Flags flags("node evaluate", "Scores a trained model on labelled nodes: all of them, or the test nodes of a split.");
  add_trained_flags(flags, to, Wants::edges_and_labels, "scores as JSON, in the shape of metrics.json");
  flags.example("node evaluate --model runs/karate --data datasets/karate");
  if (!flags.read(args)) return kDone;
  complete(to);
  check_labels(to.from);
  const std::vector<std::string>& splits = to.from.splits;
  if (splits.size() > 1) fail<UsageError>("--split: got ", splits.size(), " files, expected one");
  const bool split = !splits.empty();
  if (split && io::random_shares(splits[0]))
    fail<UsageError>("--split: a random split would mix training nodes into the test; pass a file, or nothing");
  if (split) to.from.files.split = splits[0];

  const ThreadLimit limit(to.threads);
  auto [trained, data] = load(to);
  if (!split) {
    data.data.split = {};
    data.data.split.test.resize(data.nodes.size());
    std::iota(data.data.split.test.begin(), data.data.split.test.end(), NodeId{0});
  }
  const Tensor output = train::predict(*trained.model, data.data.graph, data.data.features, data.data.arcs);
  check_finite(output, [&nodes = data.nodes](std::size_t i) { return "node '" + nodes[static_cast<NodeId>(i)] + "'"; });
  const io::RunScores scores = score(output, data.data);
  std::printf("%s\n", describe(data).c_str());
  print_scores(trained.model->options().model, split ? "test" : kAllLabelled, std::span(&scores, 1));
  print_confusion(data, output, data.data.split.test);
  if (!to.out.empty()) io::save_metrics(to.out, std::span(&scores, 1));
  return kDone;
}

}  // namespace edgewise::cli
