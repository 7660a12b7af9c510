/// Prediction as a program calls it: one small graph, fresh threads, a citation network, and the start of a process.
///   predict_bench                        molecule, threads and Cora
///   predict_bench start PROGRAM ARGS...  median time of whole runs of PROGRAM
#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <stdexcept>
#include <thread>

#include "edgewise/graph/generate.hpp"
#include "edgewise/graph/random.hpp"
#include "edgewise/graph/rows.hpp"
#include "edgewise/io/model_file.hpp"
#include "measure.hpp"

namespace {

using namespace edgewise;
using bench::Clock;

io::TrainedNodeModel trained(const models::NodeModelOptions& options) {
  return io::parse_node_model(io::node_model_bytes(*models::make_node_model<float>(options, 1), {}), "bench");
}

double quantile(std::vector<double> values, double q) {
  const auto at = values.begin() + static_cast<std::ptrdiff_t>(q * static_cast<double>(values.size() - 1));
  std::nth_element(values.begin(), at, values.end());
  return *at;
}

void print(const char* what, const std::vector<double>& seconds, double scale, const char* unit) {
  std::printf("%-58s p50 %8.2f  p99 %8.2f %s  (%zu calls)\n", what, scale * quantile(seconds, 0.5), scale * quantile(seconds, 0.99), unit,
              seconds.size());
}

/// Seconds of each of `calls` calls.
template <class Call>
std::vector<double> timed(std::size_t calls, Call call) {
  std::vector<double> seconds(calls);
  for (double& one : seconds) {
    const double start = bench::now(Clock::wall);
    call();
    one = bench::now(Clock::wall) - start;
  }
  return seconds;
}

/// 30 atoms, 60 arcs and a loop at each atom; 32 columns; two layers of 4 heads x 16.
struct Molecule {
  std::vector<EdgeId> begin{0};
  std::vector<NodeId> sources;
  std::vector<float> features;
  std::vector<float> scores;
  io::TrainedNodeModel model;

  static io::TrainedNodeModel two_layers(const std::string& type) {
    const models::StackLayer first{.type = type, .in = 32, .out = 64, .heads = 4}, second{.type = type, .in = 64, .out = 64, .heads = 4};
    return trained({.model = "stack", .in = 32, .out = 64, .stack = {first, {.type = "elu"}, second}});
  }
  explicit Molecule(const std::string& type) : scores(30 * 64), model(two_layers(type)) {
    constexpr NodeId kAtoms = 30;
    for (NodeId i = 0; i < kAtoms; ++i) {  // a ring, in which every atom has two neighbours
      std::vector<NodeId> row{i, (i + 1) % kAtoms, (i + kAtoms - 1) % kAtoms};
      std::sort(row.begin(), row.end());
      sources.insert(sources.end(), row.begin(), row.end());
      begin.push_back(sources.size());
    }
    Rng rng(1);
    for (std::size_t k = 0; k < kAtoms * 32; ++k) features.push_back(static_cast<float>(rng.normal()));
  }
  void predict(const Graph& graph, Workspace& workspace) {
    model.predict_into(graph, TensorView::of(features, 30, 32), MutableTensorView::of(scores, 30, 64), workspace);
  }
};

void molecule() {
  const ThreadLimit one(1);
  constexpr std::size_t kCalls = 10000;
  for (const char* type : {"gat", "gatv2", "transformer"}) {
    Molecule own(type);
    Workspace workspace;
    const Graph graph = Graph::view(own.begin, own.sources);
    for (std::size_t k = 0; k < 100; ++k) own.predict(graph, workspace);
    const std::string name = std::string("molecule, ").append(type);
    print((name + ", workspace").c_str(), timed(kCalls, [&] { own.predict(graph, workspace); }), 1e6, "us");
    if (std::strcmp(type, "gat") != 0) continue;
    print((name + ", workspace, the graph anew each time").c_str(),
          timed(kCalls,
                [&] {
                  const WorkspaceScope scope(workspace);
                  own.predict(Graph::view(own.begin, own.sources), workspace);
                }),
          1e6, "us");
    print((name + ", without a workspace").c_str(), timed(kCalls, [&] { own.model.predict(graph, TensorView::of(own.features, 30, 32)); }), 1e6,
          "us");
  }
}

/// The first three calls of 10,000 threads that have never predicted.
void fresh_threads() {
  const ThreadLimit one(1);
  Molecule own("gat");
  const Graph graph = Graph::view(own.begin, own.sources);
  for (const bool lent : {true, false}) {
    Workspace workspace;
    own.predict(graph, workspace);
    std::vector<double> seconds[3];
    for (std::size_t t = 0; t < 10000; ++t)
      std::thread([&] {
        for (auto& nth : seconds) {
          const double start = bench::now(Clock::wall);
          if (lent)
            own.predict(graph, workspace);
          else
            own.model.predict(graph, TensorView::of(own.features, 30, 32));
          nth.push_back(bench::now(Clock::wall) - start);
        }
      }).join();
    for (std::size_t call = 0; call < 3; ++call) {
      const std::string name =
          std::string("fresh thread, call ").append(std::to_string(call + 1)).append(lent ? ", warm workspace" : ", no workspace");
      print(name.c_str(), seconds[call], 1e6, "us");
    }
  }
}

io::NodeFiles cora_files(const std::string& folder) {
  io::NodeFiles files;
  for (auto [to, name] : {std::pair{&files.edges, "/edges.tsv"}, {&files.features, "/features.mtx"}, {&files.labels, "/labels.csv"}})
    to->append(folder).append(name);
  return files;
}

/// Cora, or, where EDGEWISE_DATASETS names no folder that holds it, a graph of its shape: 2708 nodes, 10556 arcs, 1433 columns, 18
/// entries a row.
std::pair<Graph, Sparse> citations() {
  const char* const folder = std::getenv("EDGEWISE_DATASETS");
  const std::string cora = folder == nullptr ? "" : std::string(folder) + "/cora";
  if (folder != nullptr && std::filesystem::exists(cora)) {
    const io::NodeData data = io::load_node_data(cora_files(cora), 0);
    std::printf("Cora: %u nodes, %llu arcs, loops among them\n", data.data.graph.num_nodes(),
                static_cast<unsigned long long>(data.data.graph.num_arcs()));
    if (const auto* sparse = std::get_if<Sparse>(&data.data.features)) return {data.data.graph, *sparse};
    std::printf("its features are dense here; ");
  }
  std::printf("a graph of Cora's shape (set EDGEWISE_DATASETS to the folder that holds cora for the real one)\n");
  constexpr NodeId kNodes = 2708, kColumns = 1433, kEntries = 18;
  std::vector<Edge> edges;
  for (std::uint64_t seed = 1; edges.size() < 5278; ++seed) edges = random_edges(kNodes, 5278, seed);
  const Graph graph = build_graph(kNodes, edges, {.self_loops = true}).graph;
  std::vector<EdgeId> begin{0};
  std::vector<NodeId> column;
  for (NodeId i = 0; i < kNodes; ++i) {
    const std::size_t first = column.size();
    for (NodeId k = 0; k < kEntries; ++k) column.push_back(static_cast<NodeId>((mix_bits(i) + k * 79) % kColumns));
    std::sort(column.begin() + static_cast<std::ptrdiff_t>(first), column.end());
    begin.push_back(column.size());
  }
  const std::size_t entries = column.size();
  return {graph, Sparse(Csr(kColumns, std::move(begin), std::move(column)), std::vector<float>(entries, 1))};
}

void cora() {
  const std::pair<Graph, Sparse> data = citations();
  const Graph& graph = data.first;
  const Sparse& features = data.second;
  const auto model = trained({.model = "gat", .in = features.cols(), .out = 7, .hidden = 64, .heads = 8, .input_scale = models::InputScale::rows});
  Tensor scores(graph.num_nodes(), 7);
  for (const std::size_t threads : {1U, 2U}) {
    const ThreadLimit limit(threads);
    Workspace workspace;
    const auto call = [&] { model.predict_into(graph, features, scores.view(), workspace); };
    for (int k = 0; k < 20; ++k) call();
    const std::string name = std::string("the paper's GAT, sparse features, threads: ").append(std::to_string(threads));
    print(name.c_str(), timed(500, call), 1e3, "ms");
  }
}

extern "C" char** environ;

/// Whole runs of a program, from before it is started until after it has ended.
int start(char** command) {
  posix_spawn_file_actions_t quiet;
  posix_spawn_file_actions_init(&quiet);
  posix_spawn_file_actions_addopen(&quiet, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
  posix_spawn_file_actions_addopen(&quiet, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
  int failed = 0;
  const auto run = [&] {
    pid_t child = 0;
    int status = 1;
    if (posix_spawnp(&child, command[0], &quiet, nullptr, command, environ) == 0) waitpid(child, &status, 0);
    failed += status != 0;
  };
  run();
  print(command[0], timed(101, run), 1e3, "ms");
  posix_spawn_file_actions_destroy(&quiet);
  if (failed > 0) std::fprintf(stderr, "%d runs failed\n", failed);
  return failed > 0;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc > 2 && std::strcmp(argv[1], "start") == 0) return start(argv + 2);
  molecule();
  fresh_threads();
  cora();
}
