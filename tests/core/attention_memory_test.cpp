// Backward of attention with and without a table of arcs x heads.
#include "../../core/memory_use.hpp"
#include "../../graph/rows.hpp"
#include "../../graph/workspace.hpp"
#include "support/attention_runs.hpp"

using namespace edgewise;
using namespace edgewise::test;

namespace {

/// While one lives, `use` is in force.
class Using {
 public:
  explicit Using(MemoryUse use) : before_(memory_use()) { set_memory_use(use); }
  ~Using() { set_memory_use(before_); }
  Using(const Using&) = delete;
  Using& operator=(const Using&) = delete;

 private:
  MemoryUse before_;
};

template <class Real>
std::vector<BasicTensor<Real>> step_with(MemoryUse use, const AttentionCase<Real>& c) {
  const Using scope(use);
  return step(c);
}

/// Bytes that one step needs at a time, beside the inputs.
std::size_t bytes_of_step(MemoryUse use, const AttentionCase<float>& c) {
  Workspace workspace;
  const WorkspaceScope scope(workspace);
  step_with(use, c);
  return workspace.bytes();
}

}  // namespace

TEST_CASE("attention memory: the least use gives the same gradients to rounding", "[attention]") {
  for (const Kind kind : kKinds)
    for (const auto& graph : {random_graph(50, 400, 1, 3), random_graph(60, 4000, 9, 420), Graph::from_edges(4, {{0, 1}}), Graph::from_edges(0, {})})
      for (const auto& [heads, depth] : {std::pair<std::size_t, std::size_t>{8, 8}, {4, 16}, {1, 64}, {3, 5}})
        for (const float dropout : {0.F, 0.4F}) {
          INFO("kind " << static_cast<int>(kind) << ", " << graph.num_nodes() << " nodes, " << graph.num_arcs() << " arcs, " << heads << " x "
                       << depth << ", dropout " << dropout);
          AttentionCase<float> c(kind, graph, heads, depth, true, 0, dropout);
          c.bias = Variable(c.bias.value());  // wants no gradient: its own would be a table of arcs x heads
          on_every_isa([&] {
            const auto fast = step_with(MemoryUse::fast, c), least = step_with(MemoryUse::least, c);
            REQUIRE(fast.size() == least.size());
            for (std::size_t k = 0; k < fast.size(); ++k) {
              INFO("table " << k);
              CHECK(worst_error(least[k], to_table(fast[k])) <= 5e-5);
            }
          });
        }
}

TEST_CASE("attention memory: the least use in double, under the gradient check", "[attention]") {
  const Using least(MemoryUse::least);
  for (const float dropout : {0.F, 0.5F}) {
    AttentionCase<double> c(Kind::additive, random_graph(9, 30, 5, 8), 2, 3, true, 0, dropout);
    check_gradients(c.leaves(), [&] { return c.run(); });
    c.bias = BasicVariable<double>(c.bias.value());
    check_gradients({c.value, c.source, c.target}, [&] { return c.run(); });
  }
}

TEST_CASE("attention memory: the least use makes nothing of arcs x heads", "[attention]") {
  const Graph graph = random_graph(20, 20000, 3);
  graph.out_edges();
  const std::size_t table = graph.num_arcs() * 8 * sizeof(float);
  for (const Kind kind : kKinds) {
    const AttentionCase<float> c(kind, graph, 8, 8);
    on_every_isa([&] {
      CHECK(bytes_of_step(MemoryUse::fast, c) >= table);
      CHECK(bytes_of_step(MemoryUse::fast, c) < table + table / 4);  // one, not two
      CHECK(bytes_of_step(MemoryUse::least, c) < table / 4);
    });
  }
}

TEST_CASE("attention memory: the same bytes on 1, 2 and 8 threads", "[attention]") {
  for (const Kind kind : kKinds) {
    const AttentionCase<float> c(kind, random_graph(60, 4000, 9, 420), 4, 8);
    std::vector<BasicTensor<float>> first;
    for (const std::size_t threads : {1U, 2U, 8U}) {
      const ThreadLimit limit(threads);
      auto tables = step_with(MemoryUse::least, c);
      if (first.empty())
        first = std::move(tables);
      else
        for (std::size_t k = 0; k < first.size(); ++k) CHECK(same_bytes(first[k], tables[k]));
    }
  }
}
