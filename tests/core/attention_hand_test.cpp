#include <cmath>

#include "../../core/ops/attention.hpp"
#include "support/check.hpp"

using namespace edgewise;

namespace {

/// One-head, one-feature GAT with a_src = 1, a_dst = 0, W = 1: the score of arc j -> i is x[j].
Tensor attend(const Graph& graph, std::initializer_list<float> x) {
  const Variable v(Tensor::of(x.size(), 1, x));
  const Variable zero{Tensor(x.size(), 1)};
  return ops::additive_attention(graph, v, v, zero, {}, 0.2F, {}).value();
}

Tensor weigh(const Graph& graph, std::initializer_list<float> x) {
  const Tensor from = Tensor::of(x.size(), 1, x), to(x.size(), 1);
  return ops::additive_weights(graph, from.view(), to.view(), TensorView{}, 0.2F);
}

}  // namespace

TEST_CASE("attention: two neighbours, worked by hand", "[attention]") {
  const Graph star = Graph::from_edges(3, {{0, 2}, {1, 2}});
  const Variable q(Tensor::of(3, 1, {0, 0, 1})), k(Tensor::of(3, 1, {0, std::log(3.F), 0})), v(Tensor::of(3, 1, {10, 20, 0}));
  const Tensor y = ops::dot_attention(star, q, k, v, {}, 1, {}).value();  // weights into node 2: 1/4 and 3/4
  CHECK(y(2, 0) == Approx(17.5));
  CHECK(y(0, 0) == 0);  // nobody points at node 0
}

TEST_CASE("attention: dynamic score worked by hand", "[attention]") {
  // l = (-1, 2), r of node 1 = 0, a = 1: scores leaky(-1) = -0.2 and 2
  const Graph graph = Graph::from_edges(2, {{0, 1}, {1, 1}});
  const Variable l(Tensor::of(2, 1, {-1, 2})), r{Tensor(2, 1)}, a(Tensor::of(1, 1, {1}));
  const Tensor y = ops::dynamic_attention(graph, l, r, a, {}, {}, {}, 0.2F, {}).value();
  const double first = 1 / (1 + std::exp(2.2));
  CHECK(y(1, 0) == Approx(-first + 2 * (1 - first)));
}

TEST_CASE("attention: parallel arcs count once each (N09)", "[attention]") {
  CHECK(attend(Graph::from_edges(3, {{0, 2}, {1, 2}}), {1, 2, 0})(2, 0) == Approx(1.73105858));
  const Graph parallel = Graph::from_edges(3, {{0, 2}, {0, 2}, {1, 2}});
  const Tensor weights = weigh(parallel, {1, 2, 0});
  CHECK(weights(0, 0) == Approx(0.21194156));
  CHECK(weights(1, 0) == Approx(0.21194156));
  CHECK(weights(2, 0) == Approx(0.57611688));
  CHECK(attend(parallel, {1, 2, 0})(2, 0) == Approx(1.57611688));
}

TEST_CASE("attention: self-loops (N10, N27)", "[attention]") {
  const Graph graph = Graph::from_edges(3, {{0, 0}, {1, 1}, {2, 2}, {0, 2}, {1, 2}});
  const Tensor y = attend(graph, {1, 2, 0});
  CHECK(y(0, 0) == 1);
  CHECK(y(1, 0) == 2);
  CHECK(y(2, 0) == Approx(1.57521038));
  const Tensor weights = weigh(graph, {1, 2, 0});  // arcs of node 2: from 0, 1 and itself
  CHECK(weights(2, 0) == Approx(0.24472847));
  CHECK(weights(3, 0) == Approx(0.66524096));
  CHECK(weights(4, 0) == Approx(0.09003057));
}

TEST_CASE("attention: a node nobody points at gets a zero row and sends no gradient (N11)", "[attention]") {
  const Graph graph = Graph::from_edges(3, {{0, 1}});
  const Variable v(Tensor::of(3, 1, {1, 2, 3}), true), to(Tensor(3, 1), true);
  Variable y = ops::additive_attention(graph, v, v, to, {}, 0.2F, {});
  CHECK(y.value()(0, 0) == 0);
  CHECK(y.value()(1, 0) == 1);
  CHECK(y.value()(2, 0) == 0);
  y.backward(Tensor::filled(3, 1, 1));
  CHECK(v.grad()(0, 0) == 1);
  CHECK(v.grad()(1, 0) == 0);
  CHECK(v.grad()(2, 0) == 0);
  CHECK(to.grad()(0, 0) == 0);
}

TEST_CASE("attention: large scores stay exact (N16)", "[attention]") {
  const Graph graph = Graph::from_edges(3, {{0, 2}, {1, 2}});
  const Tensor high = weigh(graph, {1000, 1001, 0});
  CHECK(high(0, 0) == Approx(0.26894142).epsilon(1e-6));
  CHECK(high(1, 0) == Approx(0.73105858).epsilon(1e-6));
  const Tensor low = weigh(graph, {-10000, -10005, 0});
  CHECK(low(0, 0) == Approx(0.73105858).epsilon(2e-4));  // leaky(-10005) = -2001 in float: its last place is 1.2e-4
  CHECK(low(1, 0) == Approx(0.26894142).epsilon(2e-4));
}

TEST_CASE("attention: a bias of minus infinity masks arcs, and whole rows", "[attention]") {
  const Graph graph = Graph::from_edges(3, {{0, 1}, {1, 1}, {0, 2}, {1, 2}});
  constexpr float kNever = -std::numeric_limits<float>::infinity();
  const Variable v(Tensor::of(3, 1, {1, 2, 3}), true), zero(Tensor(3, 1), true), bias(Tensor::of(4, 1, {0, kNever, kNever, kNever}));
  Variable y = ops::dot_attention(graph, zero, v, v, bias, 1, {});
  CHECK(y.value()(1, 0) == 1);
  CHECK(y.value()(2, 0) == 0);
  y.backward(Tensor::filled(3, 1, 1));
  CHECK(v.grad()(0, 0) == 1);
  CHECK(v.grad()(1, 0) == 0);
  CHECK(zero.grad()(2, 0) == 0);
}

TEST_CASE("attention: a NaN reaches the result instead of hiding", "[attention]") {
  const Graph graph = Graph::from_edges(3, {{0, 2}, {1, 2}});
  CHECK(std::isnan(attend(graph, {std::nanf(""), 2, 0})(2, 0)));
  CHECK(std::isnan(attend(graph, {1, std::nanf(""), 0})(2, 0)));
}

TEST_CASE("attention: no arcs, one node, no nodes", "[attention]") {
  const Tensor none = attend(Graph::from_edges(2, {}), {1, 2});
  CHECK(none(0, 0) == 0);
  CHECK(none(1, 0) == 0);
  CHECK(attend(Graph::from_edges(1, {{0, 0}}), {5})(0, 0) == 5);
  CHECK(attend(Graph(), {}).rows() == 0);
}
