// Tables of results that outgrow the caches are written past them; the numbers are those of a small graph.
#include <algorithm>

#include "support/attention_runs.hpp"

using namespace edgewise;
using namespace edgewise::test;

namespace {

/// `copies` of a graph side by side.
Graph repeated(const Graph& graph, std::size_t copies) {
  const NodeId nodes = graph.num_targets();
  std::vector<Edge> list;
  for (std::size_t copy = 0; copy < copies; ++copy)
    for (NodeId i = 0; i < nodes; ++i)
      for (const NodeId j : graph.in_edges().row(i)) list.push_back({static_cast<NodeId>(copy * nodes + j), static_cast<NodeId>(copy * nodes + i)});
  return Graph::from_edges(static_cast<NodeId>(copies * nodes), list);
}

/// Fills `large` with copies of `small`.
void repeat_rows(const Tensor& small, Tensor& large) {
  for (std::size_t k = 0; k < large.size(); k += small.size()) std::copy_n(small.data(), small.size(), large.data() + k);
}

/// All rows of `large` are copies of those of `small`, byte for byte.
bool repeats(const Tensor& small, const Tensor& large) {
  bool same = true;
  for (std::size_t k = 0; k < large.size(); k += small.size())
    same = same && std::memcmp(large.data() + k, small.data(), small.size() * sizeof(float)) == 0;
  return same;
}

/// Result and the gradients of the tables of nodes.
std::vector<Tensor> node_tables(const AttentionCase<float>& c, const Tensor& grad) {
  Variable y = c.run();
  y.backward(grad);
  std::vector<Tensor> tables{y.value()};
  for (Variable leaf : {c.value, c.source, c.target})
    if (leaf) {
      tables.push_back(leaf.grad());
      leaf.clear_grad();
    }
  return tables;
}

}  // namespace

TEST_CASE("attention: a table larger than the caches repeats the rows of a small one", "[attention]") {
  const Graph graph = random_graph(500, 1000, 1);
  constexpr std::size_t kCopies = 270;  // 135000 rows of 64 floats: 34.6 MB
  const Graph many = repeated(graph, kCopies);
  for (const Kind kind : kKinds) {
    const AttentionCase<float> small(kind, graph, 8, 8);
    AttentionCase<float> large(kind, many, 8, 8);
    for (const auto table : {&AttentionCase<float>::value, &AttentionCase<float>::source, &AttentionCase<float>::target})
      if (small.*table) repeat_rows((small.*table).value(), (large.*table).mutable_value());
    const Tensor grad = step_gradient<float>(500, 64);
    Tensor grads(many.num_targets(), 64);
    repeat_rows(grad, grads);
    on_every_isa([&] {
      const auto expected = node_tables(small, grad), got = node_tables(large, grads);
      REQUIRE(got.size() == expected.size());
      for (std::size_t k = 0; k < got.size(); ++k) {
        INFO("kind " << static_cast<int>(kind) << ", table " << k);
        CHECK(repeats(expected[k], got[k]));
      }
    });
  }
}
