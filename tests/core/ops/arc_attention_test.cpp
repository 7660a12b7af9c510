#include <edgewise/core/ops/arc_attention.hpp>
#include <edgewise/core/ops/gate.hpp>
#include <edgewise/core/ops/head_linear.hpp>
#include <edgewise/graph/error.hpp>

#include <cmath>

#include "support/gradcheck.hpp"

using namespace edgewise;
using test::Variable64;

namespace {

Variable64 table(std::size_t rows, std::size_t cols, std::initializer_list<double> values) {
  return Variable64(BasicTensor<double>::of(rows, cols, values));
}
const Graph& small() {  // a parallel arc, a loop, node 2 without in-edges
  static const Graph graph = Graph::from_edges(4, {{0, 1}, {0, 1}, {2, 1}, {3, 3}, {1, 0}, {2, 0}});
  return graph;
}

}  // namespace

TEST_CASE("arc attention: by hand, a row's weights over what its arcs carry", "[ops]") {
  const Graph graph = Graph::from_edges(2, {{0, 1}, {1, 1}});
  const Variable64 q = table(2, 1, {0, std::log(3.0)}), k = table(2, 1, {1, 0}), z = table(2, 2, {4, 0, 0, 8});
  const auto y = ops::arc_attention<double>(graph, q, k, {}, z, 1, {.heads = 1}).value();
  CHECK(y(0, 0) == 0);  // nobody speaks to node 0
  CHECK(y(1, 0) == Approx(3));
  CHECK(y(1, 1) == Approx(2));  // weights 3/4 and 1/4
  const auto s = ops::arc_scores<double>(graph, table(2, 4, {9, 9, 9, 9, 1, 2, 3, 4}), z, 2, 0.5).value();
  CHECK(s(0, 0) == 2);   // 0.5 * <(1, 2), (4, 0)>
  CHECK(s(1, 1) == 16);  // 0.5 * <(3, 4), (0, 8)>
}

TEST_CASE("arc attention: gradients agree with differences", "[ops]") {
  const Variable64 q = test::random_leaf(4, 6, 1), k = test::random_leaf(4, 6, 2), z = test::random_leaf(6, 2, 3), bias = test::random_leaf(6, 3, 4);
  test::check_gradients({q, k, z, bias}, [&] { return ops::arc_attention(small(), q, k, bias, z, 0.7F, {.heads = 3}); });
  test::check_gradients({q, k, z}, [&] { return ops::arc_attention<double>(small(), q, k, {}, z, 0.7F, {.heads = 3, .dropout = 0.4F, .key = {5}}); });
  const Variable64 p = test::random_leaf(4, 6, 5);
  test::check_gradients({p, z}, [&] { return ops::arc_scores<double>(small(), p, z, 3, 0.3); });
  const Graph wide = Graph::bipartite(2, 4, std::vector<Edge>{{0, 1}, {3, 0}, {2, 1}});
  const Variable64 few = test::random_leaf(2, 6, 6), three = test::random_leaf(3, 2, 7);
  test::check_gradients({few, k, three}, [&] { return ops::arc_attention<double>(wide, few, k, {}, three, 1, {.heads = 2}); });
}

TEST_CASE("arc attention: drops the arcs that dot_attention drops", "[ops]") {
  // Values that are the sources' own rows, carried by the arcs: both ops say the same.
  const Variable64 q = test::random_leaf(4, 4, 1), k = test::random_leaf(4, 4, 2), v = test::random_leaf(4, 2, 3);
  const Csr& in = small().in_edges();
  BasicTensor<double> carried(in.edges(), 2), doubled(4, 4);
  for (EdgeId e = 0; e < in.edges(); ++e)
    for (std::size_t c = 0; c < 2; ++c) carried(e, c) = v.value()(in.column()[e], c);
  for (std::size_t i = 0; i < 4; ++i)
    for (std::size_t c = 0; c < 4; ++c) doubled(i, c) = v.value()(i, c % 2);
  const ops::AttentionOptions options{.heads = 2, .dropout = 0.5F, .key = {77}};
  const auto ours = ops::arc_attention<double>(small(), q, k, {}, Variable64(carried), 0.5F, options).value();
  const auto theirs = ops::dot_attention<double>(small(), q, k, Variable64(doubled), {}, 0.5F, options).value();
  for (std::size_t t = 0; t < ours.size(); ++t) CHECK(ours.values()[t] == Approx(theirs.values()[t]).margin(1e-12));
}

TEST_CASE("head_linear and gate: by hand, and gradients", "[ops]") {
  const Variable64 w = table(4, 1, {1, 2, 3, 4}), x = table(1, 4, {1, 10, 100, 1000}), r = table(1, 2, {2, 5});
  const auto narrow = ops::head_linear(x, w, 2).value(), wide = ops::head_linear(r, w, 2, true).value();
  CHECK((narrow(0, 0) == 21 && narrow(0, 1) == 4300));
  CHECK((wide(0, 0) == 2 && wide(0, 1) == 4 && wide(0, 2) == 15 && wide(0, 3) == 20));
  const Variable64 a = test::random_leaf(3, 6, 1), weight = test::random_leaf(6, 4, 2), b = test::random_leaf(3, 12, 3);
  test::check_gradients({a, weight}, [&] { return ops::head_linear(a, weight, 3); });
  test::check_gradients({b, weight}, [&] { return ops::head_linear(b, weight, 3, true); });

  const auto mixed = ops::gate(table(1, 1, {std::log(3.0)}), table(1, 1, {8}), table(1, 1, {4})).value();
  CHECK(mixed(0, 0) == Approx(7));
  const Variable64 logit = test::random_leaf(3, 1, 4), c = test::random_leaf(3, 6, 5);
  test::check_gradients({logit, a, c}, [&] { return ops::gate(logit, a, c); });
}

TEST_CASE("arc attention: tables that do not fit are named", "[ops]") {
  const Variable64 two(BasicTensor<double>(2, 2)), one(BasicTensor<double>(1, 3));
  const Graph graph = Graph::from_edges(2, {{0, 1}});
  CHECK_THROWS_WITH(ops::arc_scores<double>(graph, two, one, 1, 1), "arc_scores: p is 2 x 2, expected 2 x 1 * 3");
  CHECK_THROWS_WITH(ops::arc_attention<double>(graph, two, two, {}, two, 1, {}), "arc_attention: z has 2 rows, the graph has 1 arcs");
  CHECK_THROWS_WITH(ops::head_linear(one, two, 3), "head_linear: 2 rows of weight cannot be shared by 3 heads");
  CHECK_THROWS_WITH(ops::head_linear(one, two, 2), "head_linear: x has 3 columns, expected 2");
  CHECK_THROWS_WITH(ops::gate(two, two, two), "gate: logit is 2 x 2, expected 2 x 1");
}
