// A service in small: a model that is loaded once, and requests from many threads in memory of their own.
#include <cstdint>
#include <cstdio>
#include <edgewise/edgewise.hpp>
#include <thread>
#include <vector>

using namespace edgewise;

constexpr std::size_t kColumns = 2, kClasses = 3;

/// What comes in and what goes out, in arrays of the caller.
struct Request {
  std::vector<std::uint64_t> begin;    // node i attends to sources[begin[i]] .. sources[begin[i + 1] - 1], ascending
  std::vector<std::uint32_t> sources;  // itself among them: this model was trained with self-loops
  std::vector<float> features;         // nodes x kColumns, row after row
  std::vector<float> scores;           // nodes x kClasses, to be filled
};

/// Answers one request.  Graph and rows are views: nothing is copied.
void answer(const io::TrainedNodeModel& model, Request& request, Workspace& workspace) {
  const Graph graph = Graph::view(request.begin, request.sources);  // checked here: a bad index throws
  const std::size_t nodes = graph.num_nodes();
  const auto features = TensorView::of(request.features, nodes, kColumns);
  const auto scores = MutableTensorView::of(request.scores, nodes, kClasses);
  model.predict_into(graph, features, scores, workspace);
}

/// Many threads, one model; each thread has a workspace, which keeps its memory from request to request.
void serve(const io::TrainedNodeModel& model, std::vector<Request>& requests) {
  std::vector<std::thread> threads;
  for (Request& request : requests)
    threads.emplace_back([&model, &request] {
      Workspace workspace;
      for (int again = 0; again < 100; ++again) answer(model, request, workspace);
    });
  for (std::thread& thread : threads) thread.join();
}

int main(int argc, char** argv) try {
  // `edgewise node train --out DIR` leaves DIR/model.safetensors.  Without one, a network that has learned nothing shows the way.
  const char* const path = argc > 1 ? argv[1] : "model.safetensors";
  if (argc == 1) {
    const auto network = models::make_node_model<float>({.model = "gat", .in = kColumns, .out = kClasses, .hidden = 16, .heads = 4}, 0);
    io::save_node_model(path, *network, {});
  }
  const io::TrainedNodeModel model = io::load_node_model(path);

  const Request path_of_three{{0, 2, 5, 7}, {0, 1, 0, 1, 2, 1, 2}, {1, 0, 0, 1, 0.5F, -1}, std::vector<float>(3 * kClasses)};
  std::vector<Request> requests(4, path_of_three);
  serve(model, requests);
  for (const Request& request : requests) std::printf("node 0: %.3f %.3f %.3f\n", request.scores[0], request.scores[1], request.scores[2]);

  requests[0].features.resize(3);  // three numbers where 3 x 2 should be
  try {
    Workspace workspace;
    answer(model, requests[0], workspace);
  } catch (const ShapeError& error) {  // a caller's mistake; model and workspace can be used on
    std::printf("refused: %s\n", error.what());
  }
  return requests[1].scores == requests[3].scores ? 0 : 1;
} catch (const DataError& error) {  // a file or a value that is not what it should be
  std::fprintf(stderr, "%s\n", error.what());
  return 1;
}
