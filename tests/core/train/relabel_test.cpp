/// The same data set under other numbers: nothing is lost, and a model says the same of every node.
#include <algorithm>
#include <cmath>
#include <edgewise/core/train/relabel.hpp>
#include <edgewise/core/train/trainer.hpp>
#include <edgewise/graph/error.hpp>
#include <edgewise/graph/random.hpp>
#include <edgewise/graph/reorder.hpp>

#include "support/attention_case.hpp"
#include "support/check.hpp"

using namespace edgewise;
using namespace edgewise::train;

namespace {

constexpr NodeId kNodes = 60;

/// What an arc j -> i carries tells which arc it is.
Dataset everything(Input features) {
  Dataset data;
  data.graph = test::random_graph(kNodes, 300, 1);
  data.features = std::move(features);
  const std::size_t arcs = data.graph.num_arcs();
  data.arcs.features = test::random_variable<float>(arcs, 2, 2);
  for (std::size_t arc = 0; arc < arcs; ++arc) data.arcs.type.push_back(static_cast<std::uint32_t>(arc % 3));
  data.targets = {Task::classification, 3, {}, {}};
  for (NodeId i = 0; i < kNodes; ++i) data.targets.classes.push_back(i % 7 == 0 ? kNoLabel : static_cast<std::int32_t>(i % 3));
  data.split = random_split(data.targets, 0.5, 0.25, 0.25, 3);
  return data;
}

Sparse every_third_column() {
  std::vector<EdgeId> begin{0};
  std::vector<NodeId> column;
  std::vector<float> values;
  for (NodeId i = 0; i < kNodes; ++i) {
    for (NodeId c = i % 3; c < 9; c += 3) {
      column.push_back(c);
      values.push_back(static_cast<float>(i + c) / kNodes);
    }
    begin.push_back(column.size());
  }
  return {Csr(9, begin, column), values};
}

}  // namespace

TEST_CASE("relabel: a path of three nodes, by hand", "[train]") {
  Dataset data;
  data.graph = Graph::from_edges(3, std::vector<Edge>{{0, 1}, {1, 2}});
  data.features = Variable(Tensor::of(3, 1, {10, 11, 12}));
  data.targets = {Task::regression, 1, {}, Tensor::of(3, 1, {0, 1, 2})};
  data.split = {.train = {0, 1}, .validation = {2}, .test = {}};
  const Dataset moved = relabel(data, std::vector<NodeId>{2, 0, 1});
  CHECK(moved.graph.in_edges().row(0).front() == 2);
  CHECK(moved.graph.in_edges().row(1).front() == 0);
  CHECK(moved.graph.in_edges().row(2).empty());
  const Tensor& x = std::get<Variable>(moved.features).value();
  CHECK(std::vector<float>(x.values().begin(), x.values().end()) == std::vector<float>{11, 12, 10});
  CHECK(moved.targets.values(2, 0) == 0);
  CHECK(moved.split.train == std::vector<NodeId>{0, 2});
  CHECK(moved.split.validation == std::vector<NodeId>{1});
}

TEST_CASE("relabel: a model says the same of every node, whatever its number", "[train]") {
  const Tensor table = test::random_variable<float>(kNodes, 9, 4).value();
  for (const Input& features : {Input(Variable(table)), Input(table.view()), Input(every_third_column())}) {
    const Dataset data = everything(features);
    const auto model =
        models::make_node_model<float>({.model = "gat", .in = 9, .out = 3, .hidden = 8, .heads = 2, .edge_features = 2, .edge_types = 3}, 5);
    const Tensor output = predict(*model, data.graph, data.features, data.arcs);
    for (const auto& new_id : {Rng(6).permutation(kNodes), reverse_cuthill_mckee(data.graph), community_order(data.graph)}) {
      const Dataset moved = relabel(data, new_id);
      check(moved);
      const Tensor there = predict(*model, moved.graph, moved.features, moved.arcs);
      double worst = 0;
      for (NodeId i = 0; i < kNodes; ++i) {
        CHECK(moved.targets.classes[new_id[i]] == data.targets.classes[i]);
        for (std::size_t c = 0; c < 3; ++c)
          worst = std::max(worst, std::abs(static_cast<double>(there(new_id[i], c)) - static_cast<double>(output(i, c))));
      }
      CHECK(worst < 1e-5);
      CHECK(moved.split.train.size() == data.split.train.size());
      for (const NodeId i : data.split.test) CHECK(std::binary_search(moved.split.test.begin(), moved.split.test.end(), new_id[i]));
    }
  }
}

TEST_CASE("relabel: numbers that are no permutation, and data that do not fit", "[train]") {
  Dataset data = everything(Variable(Tensor(kNodes, 9)));
  std::vector<NodeId> twice(kNodes, 0);
  CHECK_THROWS_AS(relabel(data, twice), DataError);
  CHECK_THROWS_AS(relabel(data, std::vector<NodeId>{0, 1}), DataError);
  data.features = Variable(Tensor(kNodes - 1, 9));
  CHECK_THROWS_AS(relabel(data, Rng(1).permutation(kNodes)), DataError);
}
