#include "../../graph/rows.hpp"
#include "support/attention_runs.hpp"

using namespace edgewise;
using namespace edgewise::test;

namespace {

template <class Real>
void check_against_reference(const AttentionCase<Real>& c, double tolerance) {
  INFO("kind " << static_cast<int>(c.kind) << ", heads " << c.options.heads << ", width " << c.source.cols() << ", arcs " << c.graph.num_arcs());
  CHECK(worst_error(c.run().value(), reference_attention(c.graph, c.reference(), c.score())) <= tolerance);
  CHECK(worst_error(c.weights(), reference_weights(c.graph, c.reference(), c.score())) <= tolerance);
}

}  // namespace

TEST_CASE("attention: agrees with the dense reference", "[attention]") {
  for (const Kind kind : kKinds) {
    check_against_reference(AttentionCase<double>(kind, random_graph(30, 150, 1), 3, 5, true, 2), 1e-12);
    check_against_reference(AttentionCase<double>(kind, random_graph(20, 60, 2, 5), 2, 7, false, 0, 0.4F), 1e-12);
    check_against_reference(AttentionCase<float>(kind, random_graph(40, 300, 3), 8, 8, true, 3), 1e-5);
    check_against_reference(AttentionCase<float>(kind, random_graph(25, 90, 4, 8), 1, 40, true, 0, 0.6F), 1e-5);
  }
}

TEST_CASE("attention: rectangular graphs", "[attention]") {
  const Graph graph = Graph::bipartite(3, 5, std::vector<Edge>{{4, 0}, {1, 0}, {2, 2}, {2, 2}, {0, 2}});
  for (const Kind kind : kKinds) {
    const AttentionCase<double> c(kind, graph, 2, 3, true, 1);
    check_against_reference(c, 1e-12);
    check_gradients(c.leaves(), [&] { return c.run(); });
  }
}

TEST_CASE("attention: gradients in double", "[attention]") {
  for (const Kind kind : kKinds)
    for (const float dropout : {0.F, 0.5F}) {
      const AttentionCase<double> c(kind, random_graph(9, 30, 5, 8), 2, 3, true, 2, dropout);
      check_gradients(c.leaves(), [&] { return c.run(); });
    }
}

TEST_CASE("attention: one table in several roles", "[attention]") {
  const auto x = random_variable<double>(6, 4, 1);
  const Graph graph = random_graph(6, 20, 2);
  check_gradients({x}, [&] { return ops::dot_attention<double>(graph, x, x, x, {}, 0.5F, {.heads = 2, .dropout = 0, .key = {}}); });
}

TEST_CASE("attention: the weights of a target sum to 1", "[attention]") {
  for (const Kind kind : kKinds) {
    const AttentionCase<double> c(kind, random_graph(20, 80, 6, 2), 3, 4, true, 1);
    const auto weights = c.weights();
    for (NodeId i = 0; i < c.graph.num_targets(); ++i)
      for (std::size_t h = 0; h < 3; ++h) {
        double sum = 0;
        for (EdgeId e = c.graph.in_edges().begin()[i]; e < c.graph.in_edges().begin()[i + 1U]; ++e) sum += weights(e, h);
        CHECK(sum == Approx(c.graph.in_edges().degree(i) == 0 ? 0 : 1));
      }
  }
}

TEST_CASE("attention: relabelling the nodes permutes the result", "[attention]") {
  constexpr NodeId kNodes = 15;
  Rng rng(8);
  const auto order = rng.permutation(kNodes);
  std::vector<Edge> arcs, moved;
  for (std::size_t k = 0; k < 60; ++k) arcs.push_back({static_cast<NodeId>(rng.below(kNodes)), static_cast<NodeId>(rng.below(kNodes))});
  for (const Edge& arc : arcs) moved.push_back({order[arc.source], order[arc.target]});
  for (const Kind kind : kKinds) {
    const AttentionCase<double> before(kind, Graph::from_edges(kNodes, arcs), 2, 3);
    AttentionCase<double> after(kind, Graph::from_edges(kNodes, moved), 2, 3);
    for (auto table : {&AttentionCase<double>::value, &AttentionCase<double>::source, &AttentionCase<double>::target}) {
      if (!(after.*table)) continue;
      for (NodeId i = 0; i < kNodes; ++i)
        for (std::size_t c = 0; c < (after.*table).cols(); ++c) (after.*table).mutable_value()(order[i], c) = (before.*table).value()(i, c);
    }
    const auto y = before.run().value(), z = after.run().value();
    for (NodeId i = 0; i < kNodes; ++i)
      for (std::size_t c = 0; c < y.cols(); ++c) CHECK(z(order[i], c) == Approx(y(i, c)).margin(1e-12));
  }
}

TEST_CASE("attention: the same bytes on 1, 2 and 8 threads, hubs included", "[attention]") {
  // node 0 attends to 60 nodes 420 times over: its row is longer than three chunks; so is the out-row of node 1
  const Graph graph = random_graph(60, 4000, 9, 420);
  REQUIRE(graph.in_edges().degree(0) > 3 * kBlockWork);
  REQUIRE(graph.out_edges().degree(1) > 3 * kBlockWork);
  for (const Kind kind : kKinds) {
    const AttentionCase<float> c(kind, graph, 2, 8, true, 2, 0.3F);
    std::vector<BasicTensor<float>> first;
    for (const std::size_t threads : {1U, 2U, 8U}) {
      const ThreadLimit limit(threads);
      auto tables = step(c);
      if (first.empty())
        first = std::move(tables);
      else
        for (std::size_t k = 0; k < first.size(); ++k) CHECK(same_bytes(first[k], tables[k]));
    }
  }
}

TEST_CASE("attention: rows cut into parts agree with the reference", "[attention]") {
  const Graph graph = random_graph(60, 500, 10, 420);
  for (const Kind kind : kKinds) {
    const AttentionCase<double> c(kind, graph, 1, 2, true);
    CHECK(worst_error(c.run().value(), reference_attention(c.graph, c.reference(), c.score())) <= 1e-10);
    // A step along the gradient: d loss = |grad|^2 * step, over all tables at once.
    auto loss = [&] {
      const auto y = c.run();
      double sum = 0;
      for (std::size_t k = 0; k < y.value().size(); ++k) sum += y.value().data()[k] * std::sin(static_cast<double>(k));
      return sum;
    };
    auto seed = BasicTensor<double>::uninitialized(60, 2);
    for (std::size_t k = 0; k < seed.size(); ++k) seed.data()[k] = std::sin(static_cast<double>(k));
    c.run().backward(seed);
    double square = 0;
    for (const auto& leaf : c.leaves())
      for (const double g : leaf.grad().values()) square += g * g;
    constexpr double kStep = 1e-5;
    auto move = [&](double step) {
      for (auto leaf : c.leaves())
        for (std::size_t k = 0; k < leaf.grad().size(); ++k) leaf.mutable_value().data()[k] += step * leaf.grad().data()[k];
    };
    move(kStep);
    const double above = loss();
    move(-2 * kStep);
    const double below = loss();
    CHECK((above - below) / (2 * kStep) == Approx(square).epsilon(1e-5));
  }
}

TEST_CASE("attention: dropout drops the stated share, and the mask has a name", "[attention]") {
  AttentionCase<float> c(Kind::dot, random_graph(200, 20000, 11), 1, 1, false, 0, 0.25F);
  c.value.mutable_value() = Tensor::filled(200, 1, 1);
  const Tensor y = c.run().value();
  double mean = 0;
  for (const float v : y.values()) mean += static_cast<double>(v) / 200;
  CHECK(mean == Approx(1).epsilon(0.02));
  CHECK(same_bytes(y, c.run().value()));
  c.options.key = RandomKey::of(3, 2, 4);
  CHECK_FALSE(same_bytes(y, c.run().value()));
}

TEST_CASE("attention: nothing is computed for tables that want no gradient", "[attention]") {
  AttentionCase<float> c(Kind::dynamic, random_graph(10, 30, 12), 2, 4, true, 2);
  c.bias = Variable(c.bias.value());
  c.x = Variable(c.x.value());
  step(c);
  CHECK(c.bias.grad().empty());
  CHECK(c.x.grad().empty());
}
