// A training step of a GAT, or one layer forward and backward: medians of its parts, and the most memory that was resident.
// bench/peers/ times the same in other frameworks, on the graph that --write-graph leaves behind.
//   build/bench/bin/training_bench [--what step|gat|gatv2|transformer] [--graph arxiv] [--in 128] [--hidden 256] [--heads 8] [--layers 2]
//       [--out 40] [--dropout 0] [--threads 1] [--steps 5] [--write-graph FILE]
#include <algorithm>
#include <cstdio>
#include <fstream>

#include "../core/models/node_model.hpp"
#include "../core/nn/gat.hpp"
#include "../core/nn/gatv2.hpp"
#include "../core/nn/transformer_conv.hpp"
#include "../core/ops/loss.hpp"
#include "../core/optim/adam.hpp"
#include "../graph/error.hpp"
#include "../graph/random.hpp"
#include "../graph/rows.hpp"
#include "flags.hpp"
#include "graphs.hpp"
#include "measure.hpp"
#include "resident.hpp"

using namespace edgewise;

namespace {

bench::Flags flags({{"--what", "step"},
                    {"--graph", "arxiv"},
                    {"--in", "128"},
                    {"--hidden", "256"},
                    {"--heads", "8"},
                    {"--layers", "2"},
                    {"--out", "40"},
                    {"--dropout", "0"},
                    {"--threads", "1"},
                    {"--steps", "5"},
                    {"--write-graph", ""}});
std::size_t number(const std::string& name) { return flags.number(name); }

/// Arc by arc: source and target, 32 bits each.
void write_graph(const Graph& graph, const std::string& path) {
  std::ofstream file(path, std::ios::binary);
  for (NodeId i = 0; i < graph.num_targets(); ++i)
    for (const NodeId j : graph.in_edges().row(i)) {
      const NodeId arc[2] = {j, i};
      file.write(reinterpret_cast<const char*>(arc), sizeof arc);
    }
  if (!file.flush()) fail<DataError>("cannot write ", path);
}

/// What is timed, part by part.
struct Parts {
  std::vector<std::string> names;
  std::vector<std::vector<double>> seconds;
  bench::Clock clock = number("--threads") == 1 ? bench::Clock::processor : bench::Clock::wall;

  template <class Work>
  void time(const std::string& name, Work work) {
    const std::size_t k = static_cast<std::size_t>(std::find(names.begin(), names.end(), name) - names.begin());
    if (k == names.size()) {
      names.push_back(name);
      seconds.emplace_back();
    }
    const double start = bench::now(clock);
    work();
    seconds[k].push_back(bench::now(clock) - start);
  }
  /// The first step warms up.
  void print() {
    std::vector<double> whole(seconds[0].size() - 1);
    for (std::size_t k = 0; k < names.size(); ++k) {
      for (std::size_t step = 0; step < whole.size(); ++step) whole[step] += seconds[k][step + 1];
      line(names[k], {seconds[k].begin() + 1, seconds[k].end()});
    }
    line("step", whole);
  }
  static void line(const std::string& name, std::vector<double> times) {
    std::sort(times.begin(), times.end());
    std::printf("  %-9s %9.1f ms  (%.1f to %.1f)\n", name.c_str(), times[times.size() / 2] * 1e3, times.front() * 1e3, times.back() * 1e3);
  }
};

void time_steps(const Graph& graph, const Variable& x, Parts& parts) {
  const auto model = models::make_node_model<float>({.model = "gat",
                                                     .in = number("--in"),
                                                     .out = number("--out"),
                                                     .layers = number("--layers"),
                                                     .hidden = number("--hidden"),
                                                     .heads = number("--heads"),
                                                     .dropout = flags.real("--dropout"),
                                                     .attention_dropout = flags.real("--dropout")},
                                                    1);
  Rng rng(2);
  std::vector<std::int32_t> classes(graph.num_nodes());
  std::vector<NodeId> learned;
  for (NodeId i = 0; i < graph.num_nodes(); ++i) {
    classes[i] = static_cast<std::int32_t>(rng.below(number("--out")));
    learned.push_back(i);
  }
  optim::Adam adam(model->parameters(), {});
  for (std::size_t step = 0; step <= number("--steps"); ++step) {
    nn::Pass pass = nn::Pass::training(1, step);
    Variable loss;
    parts.time("forward", [&] { loss = ops::cross_entropy(model->forward(graph, x, {}, pass), classes, learned); });
    parts.time("backward", [&] { loss.backward(); });
    loss = {};
    parts.time("update", [&] {
      adam.step(0.005);
      adam.clear_gradients();
    });
  }
}

std::unique_ptr<nn::BasicGraphLayer<float>> make_layer() {
  Rng rng(1);
  const std::size_t heads = number("--heads"), depth = number("--hidden") / heads;
  const nn::AttentionLayerOptions options{.heads = heads, .dropout = flags.real("--dropout")};
  if (flags["--what"] == "gat") return std::make_unique<nn::Gat>(number("--in"), depth, options, rng);
  if (flags["--what"] == "gatv2") return std::make_unique<nn::BasicGatv2<float>>(number("--in"), depth, options, rng);
  if (flags["--what"] == "transformer") return std::make_unique<nn::TransformerConv>(number("--in"), depth, options, false, rng);
  fail<UsageError>("--what is ", flags["--what"], ", expected step, gat, gatv2 or transformer");
}

void time_layer(const Graph& graph, const Variable& x, Parts& parts) {
  const auto layer = make_layer();
  const Tensor grad = bench::random_table(graph.num_nodes(), number("--hidden"), 3, 1);
  for (std::size_t step = 0; step <= number("--steps"); ++step) {
    nn::Pass pass = nn::Pass::training(1, step);
    Variable y;
    parts.time("forward", [&] { y = layer->forward(graph, x, {}, pass); });
    Tensor seed = grad;
    parts.time("backward", [&] { y.backward(std::move(seed)); });
    for (auto& [name, parameter] : layer->parameters()) Variable(parameter).clear_grad();
  }
}

void run() {
  const ThreadLimit limit(number("--threads"));
  const Graph graph = bench::make_graph(flags["--graph"]);
  if (!flags["--write-graph"].empty()) write_graph(graph, flags["--write-graph"]);
  std::printf("%s of %s: %u nodes, %llu arcs, %s -> %s in %s heads, dropout %s, threads %s\n", flags["--what"].c_str(), flags["--graph"].c_str(),
              graph.num_nodes(), static_cast<unsigned long long>(graph.num_arcs()), flags["--in"].c_str(), flags["--hidden"].c_str(),
              flags["--heads"].c_str(), flags["--dropout"].c_str(), flags["--threads"].c_str());
  const Variable x(bench::random_table(graph.num_nodes(), number("--in"), 1, 1));
  Parts parts;
  const double wall = bench::now(bench::Clock::wall), busy = bench::now(bench::Clock::processor);
  if (flags["--what"] == "step")
    time_steps(graph, x, parts);
  else
    time_layer(graph, x, parts);
  const double share = (bench::now(bench::Clock::processor) - busy) / (bench::now(bench::Clock::wall) - wall);
  parts.print();
  std::printf("  peak resident %.2f GiB, cpu/wall %.2f\n", static_cast<double>(bench::peak_resident()) / (1 << 30), share);
}

}  // namespace

int main(int argc, char** argv) {
  return bench::run_with(flags, argc, argv, [](const bench::Flags&) { run(); });
}
