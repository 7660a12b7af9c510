/// Prediction as a program calls it: its own memory, its own threads, one model.
#include <atomic>
#include <edgewise/core/train/graph_trainer.hpp>
#include <edgewise/graph/error.hpp>
#include <edgewise/graph/rows.hpp>
#include <edgewise/io/graph_model_file.hpp>
#include <edgewise/io/output_file.hpp>
#include <edgewise/io/safetensors.hpp>
#include <edgewise/io/tu_graphs.hpp>
#include <filesystem>
#include <thread>

#include "support/check.hpp"
#include "support/folder.hpp"
#include "support/memory_files.hpp"
#include "support/predictions.hpp"

using namespace edgewise;
using namespace edgewise::io;
using test::CallersGraph;
using test::same_bits;
using test::trained;

namespace {

const std::string kPyg = std::string(EDGEWISE_TEST_DATA) + "/pyg/";

std::size_t threads_of_process() {
  std::size_t count = 0;
  for ([[maybe_unused]] const auto& task : std::filesystem::directory_iterator("/proc/self/task")) ++count;
  return count;
}

}  // namespace

TEST_CASE("predict: one model, graphs of 3, 300 and 3 nodes: the third result equals the first", "[io]") {
  const CallersGraph small(3, 8, 3), large(300, 8, 900);
  for (const auto& [name, model] : test::all_predictors()) {
    CAPTURE(name);
    Workspace workspace;
    const Tensor first = model.predict(small.graph(), small.x(), workspace);
    const Tensor second = model.predict(large.graph(), large.x(), workspace);
    CHECK(same_bits(model.predict(small.graph(), small.x(), workspace), first));
    CHECK(same_bits(model.predict(small.graph(), small.x()), first));
    CHECK(same_bits(model.predict(large.graph(), large.x()), second));
    std::vector<float> scores(300 * 5, -1);
    model.predict_into(large.graph(), large.x(), MutableTensorView::of(scores, 300, 3, 5), workspace);
    CHECK(same_bits(TensorView::of(scores, 300, 3, 5), second.view()));
    CHECK(scores[3] == -1);  // what lies between rows is left alone
  }
}

TEST_CASE("predict: four threads call one model a thousand times each and get the bits of a serial run", "[io]") {
  constexpr std::size_t kThreads = 4, kCalls = 1000;
  const auto model = trained({.model = "gat", .in = 8, .out = 3, .hidden = 16, .heads = 4});
  std::vector<CallersGraph> graphs;
  std::vector<Graph> kept;
  std::vector<Tensor> expected;
  for (NodeId nodes : {3U, 30U, 77U, 12U}) {
    graphs.emplace_back(nodes, std::size_t{8}, std::size_t{2} * nodes);
    expected.push_back(model.predict(graphs.back().graph(), graphs.back().x()));
  }
  for (const CallersGraph& graph : graphs) kept.push_back(graph.graph());
  std::atomic<std::size_t> wrong = 0;
  std::vector<std::thread> threads;
  for (std::size_t t = 0; t < kThreads; ++t)
    threads.emplace_back([&, t] {
      Workspace workspace;
      for (std::size_t call = 0; call < kCalls; ++call) {
        const std::size_t g = (call + t) % graphs.size();
        const bool own = call % 2 == 0;  // by turns with a workspace and a graph of its own, and with what all threads share
        const Tensor scores = own ? model.predict(graphs[g].graph(), graphs[g].x(), workspace) : model.predict(kept[g], graphs[g].x());
        if (!same_bits(scores, expected[g])) ++wrong;
      }
    });
  for (std::thread& thread : threads) thread.join();
  CHECK(wrong == 0);
}

TEST_CASE("predict: with a limit of one no thread is started, however large the graph", "[io]") {
  const ThreadLimit limit(1);
  const std::size_t before = threads_of_process();
  const CallersGraph large(20000, 8, 60000);
  const auto model = trained({.model = "gat", .in = 8, .out = 3, .hidden = 16, .heads = 4});
  const Tensor alone = model.predict(large.graph(), large.x());
  CHECK(threads_of_process() == before);
  CHECK(alone.rows() == 20000);
}

TEST_CASE("predict: a small graph starts no thread under any limit", "[io]") {
  const CallersGraph small(30, 8, 60);
  const auto model = trained({.model = "gat", .in = 8, .out = 3, .hidden = 16, .heads = 4});
  std::thread([&] {
    const std::size_t before = threads_of_process();
    model.predict(small.graph(), small.x());
    CHECK(threads_of_process() == before);
  }).join();
}

TEST_CASE("predict: after an exception model, graph and workspace work as before", "[io]") {
  const CallersGraph good(30, 8, 60);
  const Graph graph = good.graph();
  const auto model = trained({.model = "gat", .in = 8, .out = 3, .hidden = 16, .heads = 4});
  Workspace workspace;
  const Tensor expected = model.predict(graph, good.x(), workspace);
  std::vector<float> scores(90);
  const auto works = [&] {
    model.predict_into(graph, good.x(), MutableTensorView::of(scores, 30, 3), workspace);
    CHECK(same_bits(TensorView::of(scores, 30, 3), expected.view()));
  };
  CHECK_THROWS_WITH(model.predict(graph, TensorView::of(good.features, 29, 8), workspace), Catch::Contains("29 rows, the graph has 30 nodes"));
  works();
  CHECK_THROWS_WITH(model.predict(graph, TensorView::of(good.features, 30, 7), workspace), Catch::Contains("7 columns, expected 8"));
  works();
  CHECK_THROWS_WITH(Graph::from_edges(3, {{0, 7}}), "graph: edge 0: target 7 >= 3 nodes");
  CHECK_THROWS_WITH(model.predict_into(graph, good.x(), MutableTensorView::of(scores, 30, 2), workspace),
                    "predict_into: scores are 30 x 2, expected nodes x outputs = 30 x 3");
  works();
  const Tensor arcs(graph.num_arcs(), 2);
  CHECK_THROWS_WITH(model.predict(graph, good.x(), Arcs::view(arcs), workspace), Catch::Contains("arc features are"));
  works();
}

TEST_CASE("predict_into: rows are as wide as the model's output, whatever a schema put together by hand says", "[io]") {
  const Graph path = Graph::from_undirected(3, {{0, 1}, {1, 2}});
  const Tensor x = Tensor::of(3, 1, {1, -1, 0.5F});
  TrainedNodeModel model = trained({.model = "gat", .in = 1, .out = 4, .hidden = 8, .heads = 2});
  const Tensor expected = model.predict(path, x);
  Workspace workspace;
  for (const std::vector<std::string>& outputs : {std::vector<std::string>{"one"}, std::vector<std::string>{}}) {
    model.schema.outputs = outputs;
    std::vector<float> scores(12, -7);
    CHECK_THROWS_WITH(model.predict_into(path, x, MutableTensorView::of(scores, 3, 1), workspace),
                      "predict_into: scores are 3 x 1, expected nodes x outputs = 3 x 4");
    CHECK(scores == std::vector<float>(12, -7));
    model.predict_into(path, x, MutableTensorView::of(scores, 3, 4), workspace);
    CHECK(same_bits(TensorView::of(scores, 3, 4), expected.view()));
  }
}

TEST_CASE("predict: a graph without the model's self-loops gets them on the way", "[io]") {
  const Graph path = Graph::from_undirected(3, {{0, 1}, {1, 2}});
  const Tensor x = Tensor::of(3, 1, {1, -1, 0.5F});
  const auto model = trained({.model = "gat", .in = 1, .out = 2, .hidden = 8, .heads = 2});
  CHECK(same_bits(model.predict(path, x), model.predict(model.prepare(path), x)));
}

TEST_CASE("predict: imported models of PyTorch Geometric, from borrowed memory and in a workspace", "[io]") {
  for (const char* folder : {"gat", "gatv2", "transformer", "gcn"}) {
    CAPTURE(folder);
    const std::string weights = kPyg + folder + "/weights.safetensors", architecture = kPyg + folder + "/architecture.json";
    const TrainedNodeModel model = import_pyg(weights, architecture).trained;
    const CallersGraph own(20, model.model->options().in, 40);
    Workspace workspace;
    const Tensor scores = model.predict(own.graph(), own.x(), workspace);
    CHECK(same_bits(scores, model.predict(own.graph(), Variable(Tensor::copy(own.x())))));
    const TrainedNodeModel from_memory = import_pyg(std::span<const char>(read_bytes(weights)), read_bytes(architecture), "state").trained;
    CHECK(same_bits(from_memory.predict(own.graph(), own.x(), workspace), scores));
  }
}

TEST_CASE("predict: the same graph through a file and through memory gives the same bits", "[io]") {
  const MemoryFiles files{
      {{"e", "a,b\nb,c\nc,d\nd,e\na,e\n"}, {"f", "node,p,q\na,1,0\nb,0,1\nc,1,1\nd,0.5,2\ne,-1,0\n"}, {"l", "a,x\nb,y\nc,x\nd,y\ne,x\n"}}};
  const NodeFiles names{.edges = "e", .features = "f", .labels = "l", .split = "random:60/20/20"};
  const NodeData read = load_node_data(names, 4, files.open());

  train::Dataset own;
  const std::vector<float> features{1, 0, 0, 1, 1, 1, 0.5F, 2, -1, 0};
  own.graph = build_graph(5, std::vector<Edge>{{0, 1}, {1, 2}, {2, 3}, {3, 4}, {0, 4}}, {.self_loops = true}).graph;
  own.features = TensorView::of(features, 5, 2);
  own.targets = {train::Task::classification, 2, {0, 1, 0, 1, 0}, {}};
  own.split = read.data.split;

  std::vector<std::string> bytes;
  for (const train::Dataset* data : {&read.data, static_cast<const train::Dataset*>(&own)}) {
    const auto model = models::make_node_model<float>({.model = "gat", .in = 2, .out = 2, .hidden = 8, .heads = 2}, 1);
    train::fit(*model, *data, {.epochs = 20, .lr = 0.01F});
    bytes.push_back(node_model_bytes(*model, read.schema));
  }
  CHECK(bytes[0] == bytes[1]);

  const TemporaryFolder folder;
  const std::string path = folder / "model.safetensors";
  write_file(path, bytes[0]);
  const TrainedNodeModel from_file = load_node_model(path), from_memory = parse_node_model(bytes[1], "memory");
  const Tensor scores = from_file.predict(read.data.graph, read.data.features);
  CHECK(same_bits(from_memory.predict(own.graph, own.features), scores));
  const std::vector<EdgeId> begin(own.graph.in_edges().begin().begin(), own.graph.in_edges().begin().end());
  const std::vector<NodeId> sources(own.graph.in_edges().column().begin(), own.graph.in_edges().column().end());
  CHECK(same_bits(from_memory.predict(Graph::view(begin, sources), TensorView::of(features, 5, 2)), scores));
}

TEST_CASE("predict: whole graphs through a folder and through memory give the same model and the same bits", "[io]") {
  const TemporaryFolder folder;
  folder.add("T_A.txt", "1, 2\n2, 1\n3, 4\n4, 3\n4, 5\n5, 4\n6, 7\n7, 6\n");
  folder.add("T_graph_indicator.txt", "1\n1\n2\n2\n2\n3\n3\n");
  folder.add("T_graph_labels.txt", "0\n1\n0\n");
  folder.add("T_node_labels.txt", "0\n1\n0\n1\n1\n1\n1\n");
  const TuGraphs read = load_tu_graphs(folder.path());

  train::GraphTableBuilder builder({.node_columns = 2});
  const std::vector<Edge> pair{{0, 1}, {1, 0}}, path{{0, 1}, {1, 0}, {1, 2}, {2, 1}};
  builder.add(2, pair, std::vector<float>{1, 0, 0, 1});
  builder.add(3, path, std::vector<float>{1, 0, 0, 1, 0, 1});
  builder.add(2, pair, std::vector<float>{0, 1, 0, 1});
  train::GraphDataset own{builder.finish(), {train::Task::classification, 2, {0, 1, 0}, {}}, {}};

  GraphSchema schema;
  schema.node_columns = read.node_columns, schema.outputs = read.outputs;
  std::vector<std::string> bytes;
  std::vector<Tensor> outputs;
  for (train::GraphDataset data : {read.data, own}) {
    data.split.train = {0, 1, 2};
    const auto model = models::make_graph_model<float>({.model = "gat", .node_columns = 2, .out = 2, .hidden = 8, .heads = 2}, 1);
    train::fit(*model, data, {.epochs = 5, .lr = 0.01F});
    bytes.push_back(graph_model_bytes(*model, schema));
    outputs.push_back(train::predict(*parse_graph_model(bytes.back(), "memory").model, data.graphs));
  }
  CHECK(bytes[0] == bytes[1]);
  CHECK(same_bits(outputs[0], outputs[1]));
}

TEST_CASE("predict: features and scores that are no tables are refused, and the model goes on", "[io]") {
  const auto model = trained({.model = "gat", .in = 8, .out = 3, .hidden = 16, .heads = 4});
  const CallersGraph own(4, 8, 6);
  Workspace workspace;
  std::vector<float> numbers(4 * 8), scores(4 * 3);
  const MutableTensorView good = MutableTensorView::of(scores, 4, 3);
  CHECK_THROWS_WITH(model.predict(own.graph(), Input{}), Catch::Contains("empty Variable"));
  CHECK_THROWS_AS(model.predict(own.graph(), TensorView{nullptr, 4, 8, 8}), ShapeError);
  CHECK_THROWS_AS(model.predict(own.graph(), TensorView{numbers.data(), 4, 8, 1}), ShapeError);
  CHECK_THROWS_AS(model.predict_into(own.graph(), own.x(), MutableTensorView{scores.data(), 4, 3, 1}, workspace), ShapeError);
  CHECK_THROWS_AS(model.predict_into(own.graph(), own.x(), MutableTensorView{nullptr, 4, 3, 3}, workspace), ShapeError);
  CHECK_THROWS_AS(model.predict(own.graph(), own.x(), Arcs::view({nullptr, own.graph().num_arcs(), 1, 1})), ShapeError);
  CHECK_THROWS_WITH(TrainedNodeModel().predict(own.graph(), own.x()), Catch::Contains("no network"));
  model.predict_into(own.graph(), own.x(), good, workspace);
  CHECK(same_bits(TensorView::of(scores, 4, 3), model.predict(own.graph(), own.x()).view()));
}
