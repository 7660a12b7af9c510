#include <edgewise/core/ops/messages.hpp>
#include <edgewise/graph/error.hpp>

#include "support/gradcheck.hpp"

using namespace edgewise;
using test::Variable64;

TEST_CASE("relu_messages: by hand, a term below zero says nothing, a parallel arc speaks twice", "[ops]") {
  const Graph graph = Graph::from_edges(3, {{0, 2}, {0, 2}, {1, 2}, {2, 0}});  // arcs: into 0, then three into 2
  const Variable64 x(BasicTensor<double>::of(3, 1, {1, 10, 100})), z(BasicTensor<double>::of(4, 1, {-200, 2, -5, 3}));
  const auto y = ops::relu_messages(graph, x, z).value();
  CHECK(y(0, 0) == 0);   // 100 - 200
  CHECK(y(1, 0) == 0);   // nobody points at node 1
  CHECK(y(2, 0) == 16);  // (1 + 2) + 0 + (10 + 3)
}

TEST_CASE("relu_messages: gradients agree with differences", "[ops]") {
  const Graph graph = Graph::from_edges(4, {{0, 1}, {0, 1}, {2, 1}, {3, 3}, {1, 0}});
  const Variable64 x = test::random_leaf(4, 3, 1), z = test::random_leaf(5, 3, 2);
  test::check_gradients({x, z}, [&] { return ops::relu_messages(graph, x, z); });
  const Graph wide = Graph::bipartite(2, 4, std::vector<Edge>{{0, 1}, {3, 0}, {2, 1}});
  const Variable64 few = test::random_leaf(3, 3, 3);
  test::check_gradients({x, few}, [&] { return ops::relu_messages(wide, x, few); });
}

TEST_CASE("relu_messages: no arcs, and tables that do not fit", "[ops]") {
  const Variable64 x(BasicTensor<double>(2, 3)), none(BasicTensor<double>(0, 3)), odd(BasicTensor<double>(1, 2));
  CHECK(ops::relu_messages(Graph::from_edges(2, {}), x, none).value()(1, 2) == 0);
  CHECK_THROWS_WITH(ops::relu_messages(Graph::from_edges(2, {{0, 1}}), x, odd), "relu_messages: z is 1 x 2, expected 1 x 3");
  CHECK_THROWS_WITH(ops::relu_messages(Graph::from_edges(3, {}), x, none), "relu_messages: x has 2 rows, the graph has 3 sources");
}
