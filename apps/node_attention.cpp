#include <algorithm>
#include <cstdio>

#include "../graph/error.hpp"
#include "../graph/rows.hpp"
#include "../io/results.hpp"
#include "finite_output.hpp"
#include "trained_flags.hpp"
#include "verbs.hpp"

namespace edgewise::cli {

int node_attention(Args args) {
  TrainedFlags to;
  Flags flags("node attention", "Writes how much each node attends to each neighbour, by layer and head.");
  add_trained_flags(flags, to, Wants::edges, "CSV: layer, head, source, target, weight, is_loop");
  flags.example("node attention --model runs/karate --data datasets/karate --out attention.csv");
  if (!flags.read(args)) return kDone;
  complete(to);
  to.from.files.unlabelled = true;

  const ThreadLimit limit(to.threads);
  const auto [trained, data] = load(to);
  const std::vector<Tensor> weights = trained.model->attention(data.data.graph, data.data.features, data.data.arcs);
  if (weights.empty())
    fail<UsageError>("--model: ", to.model, " is a ", trained.model->options().model, ", which has no attention; gat, gatv2 and transformer have");
  for (const Tensor& layer : weights)
    check_finite(layer, [&nodes = data.nodes, &rows = data.data.graph.in_edges()](std::size_t e) {
      const auto target = static_cast<NodeId>(std::upper_bound(rows.begin().begin(), rows.begin().end(), e) - rows.begin().begin() - 1);
      return "the attention of node '" + nodes[target] + "' to node '" + nodes[rows.column()[e]] + "'";
    });
  io::save_attention(to.out, data, weights);
  std::printf("%s\nwrote %s: %zu layers\n", describe(data).c_str(), to.out.c_str(), weights.size());
  return kDone;
}

}  // namespace edgewise::cli
