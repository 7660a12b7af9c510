// What the operator is timed against computes the same.
#include "../../bench/reference/reference.hpp"

#include "../../graph/generate.hpp"
#include "../../graph/random.hpp"
#include "support/check.hpp"

using namespace edgewise;
using kernels::AttentionInputs;
using kernels::Score;

namespace {

Tensor random_rows(std::size_t rows, std::size_t cols, std::uint64_t seed) {
  Rng rng(seed);
  Tensor table(rows, cols);
  for (float& x : table.values()) x = static_cast<float>(rng.normal());
  return table;
}

/// A hub of a hundred neighbours among rows of few, one of them longer than any vector.
Graph uneven() {
  auto edges = random_edges(150, 300, 1);
  for (NodeId j = 0; j < 100; ++j) edges.push_back({j, 3});
  return build_graph(150, edges, {.self_loops = true}).graph;
}

/// The largest difference, in units of the largest value.
double difference(const Tensor& got, const Tensor& wanted) {
  REQUIRE(got.size() == wanted.size());
  double apart = 0, scale = 1e-30;
  for (std::size_t k = 0; k < wanted.size(); ++k) {
    apart = std::max(apart, std::abs(static_cast<double>(got.data()[k] - wanted.data()[k])));
    scale = std::max(scale, std::abs(static_cast<double>(wanted.data()[k])));
  }
  return wanted.empty() ? 0 : apart / scale;
}

}  // namespace

TEST_CASE("reference: both styles agree with the fused operator, forward and backward", "[bench]") {
  const Graph graph = uneven();
  const std::size_t n = graph.num_nodes();
  const auto [heads, depth] = GENERATE(std::pair(8U, 8U), std::pair(8U, 32U), std::pair(4U, 16U), std::pair(4U, 64U), std::pair(1U, 64U));
  const Score score = GENERATE(Score::additive, Score::dynamic, Score::dot);
  const bool pyg = GENERATE(true, false);
  CAPTURE(heads, depth, score, pyg);
  const std::size_t width = heads * depth;
  const Tensor x = random_rows(n, width, 1), y = random_rows(n, width, 2), z = random_rows(n, width, 3), grad = random_rows(n, width, 4);
  const Tensor from = random_rows(n, heads, 5), to = random_rows(n, heads, 6), a = random_rows(1, width, 7);

  AttentionInputs<float> in;
  in.score = score;
  in.heads = heads;
  in.value = x.view();
  in.source = score == Score::additive ? from.view() : score == Score::dynamic ? x.view() : y.view();
  in.target = score == Score::additive ? to.view() : z.view();
  in.a = a.view();
  in.slope = 0.2F;
  in.scale = 0.3F;
  const auto ours = kernels::attention_forward(graph, in);
  const auto wanted = kernels::attention_backward(graph, in, ours.out, ours.norm, grad, {});

  const auto reference = pyg ? bench::materialised(graph, in) : bench::three_pass(graph, in);
  CHECK(difference(reference->forward(), ours.out) < 1e-5);
  CHECK(difference(reference->forward(), ours.out) < 1e-5);  // what the first call kept is dropped
  const auto got = reference->backward(grad);
  CHECK(difference(got.value, wanted.value) < 1e-4);
  CHECK(difference(got.source, wanted.source) < 1e-4);
  CHECK(difference(got.target, wanted.target) < 1e-4);
  CHECK(difference(got.a, wanted.a) < 1e-4);
}

TEST_CASE("reference: a shape without loops is refused by name", "[bench]") {
  const Graph graph = Graph::from_edges(2, {{0, 1}});
  const Tensor x = random_rows(2, 6, 1), s = random_rows(2, 2, 2);
  AttentionInputs<float> in;
  in.heads = 2;
  in.value = x.view();
  in.source = in.target = s.view();
  CHECK_THROWS_WITH(bench::three_pass(graph, in), Catch::Contains("2 heads of 3"));
}
