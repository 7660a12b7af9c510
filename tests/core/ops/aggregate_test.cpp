#include <edgewise/core/ops/aggregate.hpp>
#include <edgewise/graph/error.hpp>

#include "support/gradcheck.hpp"

using namespace edgewise;

namespace {

BasicVariable<double> weights(const std::vector<double>& values) { return BasicVariable<double>(BasicTensor<double>::of(values.size(), 1, values)); }

}  // namespace

TEST_CASE("aggregate: by hand, a parallel arc counts twice", "[ops]") {
  const Graph graph = Graph::from_edges(3, {{0, 2}, {0, 2}, {1, 2}, {2, 0}});  // arc order: into 0, then into 2
  const BasicVariable<double> x(BasicTensor<double>::of(3, 1, {1, 10, 100}));
  const auto y = ops::aggregate(graph, x, weights({0.5, 1, 2, 3})).value();
  CHECK(y(0, 0) == 50);
  CHECK(y(1, 0) == 0);  // nobody points at node 1
  CHECK(y(2, 0) == 33);
  CHECK(ops::aggregate(graph, x).value()(2, 0) == 12);  // every weight 1
}

TEST_CASE("aggregate: gradients agree with differences, rectangular graphs included", "[ops]") {
  const auto x = test::random_leaf(4, 3, 1);
  const Graph square = Graph::from_edges(4, {{0, 1}, {0, 1}, {2, 1}, {3, 3}, {1, 0}});
  test::check_gradients({x}, [&] { return ops::aggregate(square, x, weights({1, -2, 3, 0.5, 4})); });
  const Graph wide = Graph::bipartite(2, 4, std::vector<Edge>{{0, 1}, {3, 0}, {2, 1}});
  test::check_gradients({x}, [&] { return ops::aggregate(wide, x, weights({1, 2, 3})); });
  test::check_gradients({x}, [&] { return ops::aggregate(square, x); });
}

TEST_CASE("aggregate: wrong sizes are named", "[ops]") {
  const Graph graph = Graph::from_edges(2, {{0, 1}});
  const BasicVariable<double> x(BasicTensor<double>(2, 1)), longer(BasicTensor<double>(3, 1));
  CHECK_THROWS_WITH(ops::aggregate(graph, longer, weights({1})), "aggregate: x has 3 rows, the graph has 2 sources");
  CHECK_THROWS_WITH(ops::aggregate(graph, longer), "aggregate: x has 3 rows, the graph has 2 sources");
  CHECK_THROWS_WITH(ops::aggregate(graph, x, weights({1, 2})), "aggregate: 2 weights for 1 arcs");
}
