#include <cstdio>

#include "../graph/rows.hpp"
#include "../io/graph_notes.hpp"
#include "../io/results.hpp"
#include "finite_output.hpp"
#include "trained_flags.hpp"
#include "values_flag.hpp"
#include "verbs.hpp"

namespace edgewise::cli {

int node_predict(Args args) {
  TrainedFlags to;
  ValueStorage values = ValueStorage::float32;
  Flags flags("node predict", "Predicts for every node of a graph, any graph, with a trained model.");
  add_trained_flags(flags, to, Wants::edges, "predictions as CSV: node, split, label, predicted, probabilities");
  add_values_flag(flags, values);
  flags.example("node predict --model runs/karate --data datasets/karate --out again.csv");
  if (!flags.read(args)) return kDone;
  settle_values(flags, values);
  complete(to);
  to.from.files.unlabelled = true;

  const ThreadLimit limit(to.threads);
  const auto [trained, data] = load(to);
  const Tensor output = train::predict(*trained.model, data.data.graph, data.data.features, data.data.arcs);
  check_finite(output, [&nodes = data.nodes](std::size_t i) { return "node '" + nodes[static_cast<NodeId>(i)] + "'"; });
  io::save_predictions(to.out, data, output);
  std::printf("%s\nwrote %s: %s\n", describe(data).c_str(), to.out.c_str(), io::counted(data.nodes.size(), "row", "rows").c_str());
  return kDone;
}

}  // namespace edgewise::cli
