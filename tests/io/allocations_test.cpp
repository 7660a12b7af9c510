/// Prediction in a workspace asks the system for no memory once it has seen the sizes.  This program counts every allocation: it puts
/// itself in front of malloc, which operator new, aligned_alloc and the containers end in.
#include <atomic>
#include <cstdlib>
#include <edgewise/graph/rows.hpp>
#include <thread>

#include "support/check.hpp"
#include "support/predictions.hpp"

using namespace edgewise;
using namespace edgewise::io;
using test::CallersGraph;

namespace {
std::atomic<std::size_t> allocations = 0;
}  // namespace

#if defined(__GLIBC__) && !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
#define EDGEWISE_COUNTS 1
extern "C" {
void* __libc_malloc(std::size_t size);
void* __libc_calloc(std::size_t count, std::size_t size);
void* __libc_realloc(void* memory, std::size_t size);
void* __libc_memalign(std::size_t alignment, std::size_t size);
void __libc_free(void* memory);

void* malloc(std::size_t size) noexcept { return ++allocations, __libc_malloc(size); }
void* calloc(std::size_t count, std::size_t size) noexcept { return ++allocations, __libc_calloc(count, size); }
void* realloc(void* memory, std::size_t size) noexcept { return ++allocations, __libc_realloc(memory, size); }
void* aligned_alloc(std::size_t alignment, std::size_t size) noexcept { return ++allocations, __libc_memalign(alignment, size); }
void* memalign(std::size_t alignment, std::size_t size) noexcept { return ++allocations, __libc_memalign(alignment, size); }
int posix_memalign(void** memory, std::size_t alignment, std::size_t size) noexcept {
  *memory = (++allocations, __libc_memalign(alignment, size));
  return *memory == nullptr ? 12 : 0;
}
void free(void* memory) noexcept { __libc_free(memory); }
}
#else
#define EDGEWISE_COUNTS 0  // a sanitizer stands there itself; the calls below run all the same
#endif

namespace {

const std::string kPyg = std::string(EDGEWISE_TEST_DATA) + "/pyg/";

/// Allocations of all threads while `body` runs.
template <class Body>
std::size_t count(Body&& body) {
  const std::size_t before = allocations;
  body();
  return allocations - before;
}

/// Calls with graphs of 3, 300, 30 and 3 nodes, each made anew from the caller's arrays, results into the caller's rows.
std::size_t allocations_of(const TrainedNodeModel& model) {
  const std::size_t in = model.model->options().in, out = model.schema.outputs.size();
  const std::vector<CallersGraph> graphs{{3, in, 3}, {300, in, 900}, {30, in, 60}};
  std::vector<float> scores(300 * out);
  Workspace workspace;
  const auto call = [&](const CallersGraph& own) {
    const WorkspaceScope scope(workspace);
    const Graph graph = own.graph();
    model.predict_into(graph, own.x(), MutableTensorView::of(scores, own.nodes, out), workspace);
    const Tensor lent = model.predict(graph, own.x(), workspace);
  };
  for (const CallersGraph& own : graphs) call(own);
  return count([&] {
    for (std::size_t round = 0; round < 5; ++round) {
      for (const CallersGraph& own : graphs) call(own);
      call(graphs[0]);
    }
  });
}

}  // namespace

TEST_CASE("allocations: the counter counts", "[io]") {
  const std::size_t counted = count([] {
    std::vector<std::unique_ptr<int>> kept;
    for (int k = 0; k < 10; ++k) kept.push_back(std::make_unique<int>(k));
    const Tensor aligned(3, 3);
  });
  if (EDGEWISE_COUNTS) CHECK(counted >= 12);
}

TEST_CASE("allocations: none in steady state, for any model and any order of sizes", "[io]") {
  for (const auto& [name, model] : test::all_predictors()) {
    CAPTURE(name);
    CHECK(allocations_of(model) == 0);
  }
}

TEST_CASE("allocations: none for imported models of PyTorch Geometric", "[io]") {
  for (const char* folder : {"gat", "gatv2", "transformer", "gcn"}) {
    CAPTURE(folder);
    CHECK(allocations_of(import_pyg(kPyg + folder + "/weights.safetensors", kPyg + folder + "/architecture.json").trained) == 0);
  }
}

TEST_CASE("allocations: none with features and types of arcs, nor with sparse features", "[io]") {
  const CallersGraph own(40, 8, 80);
  const Graph graph = own.graph();
  const std::size_t m = graph.num_arcs();
  const std::vector<float> z(m * 2, 0.5F);
  std::vector<std::uint32_t> types(m);
  for (std::size_t e = 0; e < m; ++e) types[e] = static_cast<std::uint32_t>(e % 3);
  NodeSchema schema;
  schema.edge_columns = {"p", "q"};
  schema.edge_type = std::string("t");
  schema.edge_types = {"r"};
  const std::vector<EdgeId> begin(graph.in_edges().begin().begin(), graph.in_edges().begin().end());
  const std::vector<NodeId> words(graph.in_edges().column().begin(), graph.in_edges().column().end());
  const std::vector<float> ones(words.size(), 1);
  for (const std::string name : {"gat", "gatv2", "transformer"}) {
    CAPTURE(name);
    const auto with_arcs = test::trained({.model = name,
                                          .in = 8,
                                          .out = 3,
                                          .hidden = 16,
                                          .heads = 4,
                                          .input_layer = true,
                                          .degree_encoding = true,
                                          .edge_features = 2,
                                          .edge_types = 3,
                                          .edge_types_along = 1,
                                          .edge_types_against = 1},
                                         schema);
    const auto of_words = test::trained({.model = name, .in = 40, .out = 3, .hidden = 16, .heads = 4, .input_scale = models::InputScale::rows});
    std::vector<float> scores(40 * 3);
    Workspace workspace;
    const auto call = [&] {
      const WorkspaceScope scope(workspace);
      const MutableTensorView to = MutableTensorView::of(scores, 40, 3);
      with_arcs.predict_into(graph, own.x(), Arcs::view(TensorView::of(z, m, 2), types), to, workspace);
      of_words.predict_into(graph, Sparse::view(Csr::view(40, begin, words), ones), to, workspace);
    };
    call();
    CHECK(count([&] {
            for (std::size_t round = 0; round < 5; ++round) call();
          }) == 0);
  }
}

TEST_CASE("allocations: none for a graph of many blocks on one thread", "[io]") {
  const ThreadLimit limit(1);
  const CallersGraph own(30000, 8, 60000);
  const Graph graph = own.graph();
  const auto model = test::trained({.model = "gat", .in = 8, .out = 3, .hidden = 16, .heads = 4});
  std::vector<float> scores(30000 * 3);
  Workspace workspace;
  const auto call = [&] { model.predict_into(graph, own.x(), MutableTensorView::of(scores, 30000, 3), workspace); };
  call();
  CHECK(count(call) == 0);
}

TEST_CASE("allocations: a thread that has never predicted finds everything in a warm workspace", "[io]") {
  const CallersGraph own(30, 8, 60);
  const Graph graph = own.graph();
  const auto model = test::trained({.model = "gat", .in = 8, .out = 3, .hidden = 16, .heads = 4});
  std::vector<float> scores(30 * 3);
  Workspace workspace;
  const auto call = [&] { model.predict_into(graph, own.x(), MutableTensorView::of(scores, 30, 3), workspace); };
  call();
  std::size_t counted = 1;
  std::thread([&] { counted = count(call); }).join();
  CHECK(counted == 0);
}
