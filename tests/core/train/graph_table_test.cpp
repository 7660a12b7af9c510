#include <edgewise/core/train/graph_table.hpp>
#include <edgewise/graph/error.hpp>

#include "support/check.hpp"

using namespace edgewise;
using namespace edgewise::train;

namespace {

/// Two nodes with an arc each way and a parallel one, nothing, and a single node.
GraphTable three_graphs() {
  GraphTableBuilder builder({.node_columns = 2, .arc_columns = 1, .extra_columns = 1});
  const std::vector<Edge> arcs{{0, 1}, {1, 0}, {0, 1}};
  const std::vector<float> nodes{1, 2, 3, 4}, bonds{10, 20, 30}, alone{5, 6};
  const std::vector<float> first{7}, second{8}, third{9};
  builder.add(2, arcs, nodes, bonds, first);
  builder.add(0, {}, {}, {}, second);
  builder.add(1, {}, alone, {}, third);
  return builder.finish();
}

std::vector<float> values(const Tensor& table) { return {table.values().begin(), table.values().end()}; }

}  // namespace

TEST_CASE("graph table: arcs are sorted by target with their features, parallel ones in the order given") {
  const GraphTable table = three_graphs();
  CHECK(table.graphs() == 3);
  CHECK(table.batch.node_begin == std::vector<NodeId>{0, 2, 2, 3});
  CHECK(table.batch.arc_begin == std::vector<EdgeId>{0, 3, 3, 3});
  CHECK(table.batch.graph_of_node == std::vector<std::uint32_t>{0, 0, 2});
  CHECK(table.batch.graph.in_edges().row(0)[0] == 1);
  CHECK(table.batch.graph.in_edges().degree(1) == 2);
  CHECK(values(table.arcs) == std::vector<float>{20, 10, 30});
  CHECK(values(table.nodes) == std::vector<float>{1, 2, 3, 4, 5, 6});
  CHECK(values(table.extras) == std::vector<float>{7, 8, 9});
}

TEST_CASE("graph table: a mini-batch takes rows of every table") {
  const std::vector<std::uint32_t> wanted{2, 1, 0};
  const GraphTable part = take(three_graphs(), wanted);
  CHECK(part.batch.node_begin == std::vector<NodeId>{0, 1, 1, 3});
  CHECK(values(part.nodes) == std::vector<float>{5, 6, 1, 2, 3, 4});
  CHECK(values(part.arcs) == std::vector<float>{20, 10, 30});
  CHECK(values(part.extras) == std::vector<float>{9, 8, 7});
  CHECK(part.batch.graph.in_edges().row(1)[0] == 2);
  CHECK(take(three_graphs(), {}).nodes.cols() == 2);
}

TEST_CASE("graph table: columns that nobody fills are there with no rows or no columns") {
  GraphTableBuilder builder({.node_columns = 1});
  const GraphTable empty = builder.finish();
  CHECK(empty.graphs() == 0);
  CHECK(empty.nodes.cols() == 1);
  const std::vector<float> node{1};
  builder.add(1, {}, node);  // usable again after finish
  const GraphTable one = builder.finish();
  CHECK(one.graphs() == 1);
  CHECK(one.extras.rows() == 1);
  CHECK(one.extras.cols() == 0);
}

TEST_CASE("graph table: what does not fit is named and leaves the builder as it was") {
  GraphTableBuilder builder({.node_columns = 1, .arc_columns = 2});
  const std::vector<float> two{1, 2};
  const std::vector<Edge> arc{{0, 1}}, wild{{0, 2}};
  CHECK_THROWS_WITH(builder.add(3, {}, two), "graph table: 2 node values, expected 3 rows of 1 columns = 3");
  CHECK_THROWS_WITH(builder.add(2, arc, two), "graph table: 0 arc values, expected 1 rows of 2 columns = 2");
  CHECK_THROWS_WITH(builder.add(2, arc, two, two, two), "graph table: 2 extra values, expected 1 rows of 0 columns = 0");
  CHECK_THROWS_WITH(builder.add(2, wild, two, two), "graph table: graph 0: arc 0 goes from 0 to 2, the graph has 2 nodes");
  CHECK(builder.graphs() == 0);
  builder.add(2, arc, two, two);
  CHECK(builder.finish().batch.graph.num_arcs() == 1);
}
