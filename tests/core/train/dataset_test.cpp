#include <edgewise/core/train/dataset.hpp>
#include <edgewise/graph/error.hpp>

#include <limits>

#include "support/check.hpp"

using namespace edgewise;
using namespace edgewise::train;

namespace {

Dataset three_nodes() {
  return {Graph::from_edges(3, {{0, 1}, {1, 2}}), Variable(Tensor(3, 2)), {}, {Task::classification, 2, {0, 1, kNoLabel}, {}}, {{0}, {1}, {2}}};
}

}  // namespace

TEST_CASE("check: sizes that fit pass, others are named", "[train]") {
  CHECK_NOTHROW(check(three_nodes()));
  CHECK_NOTHROW(check(Dataset{}));
  Dataset data = three_nodes();
  data.features = Variable(Tensor(4, 2));
  CHECK_THROWS_WITH(check(data), "dataset: features for 4 nodes, the graph has 3");
  data = three_nodes();
  data.targets.classes.pop_back();
  CHECK_THROWS_WITH(check(data), "dataset: targets for 2 nodes, the graph has 3");
  data = three_nodes();
  data.arcs.features = Variable(Tensor(3, 1));
  CHECK_THROWS_WITH(check(data), "dataset: edge features for 3 arcs, the graph has 2");
  data = three_nodes();
  data.arcs.type = {0};
  CHECK_THROWS_AS(check(data), DataError);
}

TEST_CASE("check: classes, labels and values out of range are named", "[train]") {
  Dataset data = three_nodes();
  data.targets.classes[1] = 2;
  CHECK_THROWS_WITH(check(data), Catch::Contains("node 1 has class 2"));
  data.targets = {Task::multilabel, 1, {}, Tensor::of(3, 1, {0, 1, 0.5F})};
  CHECK_THROWS_WITH(check(data), Catch::Contains("label 0 of node 2 is 0.5"));
  data.targets = {Task::regression, 1, {}, Tensor::of(3, 1, {0, std::numeric_limits<float>::infinity(), 0})};
  CHECK_THROWS_WITH(check(data), Catch::Contains("target 0 of node 1 is infinite"));
  data.targets.outputs = 2;
  CHECK_THROWS_AS(check(data), DataError);
}

TEST_CASE("check: a node in two sets, twice in one, or not there", "[train]") {
  Dataset data = three_nodes();
  data.split.test = {1};
  CHECK_THROWS_WITH(check(data), "dataset: node 1 is in the test set and in the validation set");
  data.split.test = {2, 2};
  CHECK_THROWS_WITH(check(data), Catch::Contains("node 2 is in the test set and in the test set"));
  data.split.test = {3};
  CHECK_THROWS_WITH(check(data), "dataset: the test set names node 3, the graph has 3");
}
