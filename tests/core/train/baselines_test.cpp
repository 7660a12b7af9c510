#include <edgewise/core/train/baselines.hpp>
#include <edgewise/core/train/metrics.hpp>
#include <edgewise/graph/error.hpp>

#include <cmath>

#include "support/check.hpp"

using namespace edgewise;
using namespace edgewise::train;

TEST_CASE("constant_output: the most frequent training class, of equal ones the first", "[train]") {
  const Targets targets{Task::classification, 3, {2, 2, 1, kNoLabel, 0, 0, 0}, {}};
  CHECK(predicted_classes(constant_output(targets, std::vector<NodeId>{0, 1, 2, 3}).view())[6] == 2);
  CHECK(predicted_classes(constant_output(targets, std::vector<NodeId>{0, 2, 3}).view())[6] == 1);
  CHECK(evaluate(constant_output(targets, std::vector<NodeId>{4}).view(), targets, std::vector<NodeId>{0, 4, 5, 6}).at("accuracy") == 0.75);
}

TEST_CASE("constant_output: the mean of known values, the odds of known labels, 0 where nothing is known", "[train]") {
  const float na = std::nanf("");
  const Targets values{Task::regression, 2, {}, Tensor::of(3, 2, {1, na, 4, na, na, 7})};
  const Tensor mean = constant_output(values, std::vector<NodeId>{0, 1});
  CHECK(mean(2, 0) == 2.5F);
  CHECK(mean(2, 1) == 0);
  const Targets labels{Task::multilabel, 2, {}, Tensor::of(4, 2, {1, na, 1, na, 1, na, 0, na})};
  const Tensor odds = constant_output(labels, std::vector<NodeId>{0, 1, 2, 3});
  CHECK(odds(0, 0) == Approx(std::log(3.5 / 1.5)));
  CHECK(odds(0, 1) == 0);
  CHECK(constant_output({Task::classification, 2, {}, {}}, {}).rows() == 0);
}

TEST_CASE("features_only_output: sparse words that name the class are enough, and no arc is looked at", "[train]") {
  constexpr NodeId kNodes = 90;
  std::vector<EdgeId> begin{0};
  std::vector<NodeId> word;
  Dataset data;
  data.targets = {Task::classification, 3, {}, {}};
  for (NodeId i = 0; i < kNodes; ++i) {  // two words a node: one of its class, one of all
    word.insert(word.end(), {i % 3, 3});
    begin.push_back(word.size());
    data.targets.classes.push_back(static_cast<std::int32_t>(i % 3));
  }
  data.graph = Graph::from_edges(kNodes, {{0, 1}, {1, 2}});
  data.features = Sparse(Csr(4, begin, word), std::vector<float>(word.size(), 1));
  data.split = random_split(data.targets, 0.4, 0.3, 0.3, 1);
  const Tensor output = features_only_output(data);
  CHECK(evaluate(output.view(), data.targets, data.split.test).at("accuracy") == 1);
  CHECK(linear_options(data).weight_decay == Approx(1.0 / 36));
  data.split.train.clear();
  CHECK_THROWS_AS(features_only_output(data), UsageError);
}

TEST_CASE("constant_output: targets that do not hold together and nodes that are not there are refused", "[train]") {
  CHECK_THROWS_WITH(constant_output({Task::classification, 2, {0, 2}, {}}, std::vector<NodeId>{0}), Catch::Contains("row 1 has class 2"));
  CHECK_THROWS_WITH(constant_output({Task::classification, 2, {0, 1}, {}}, std::vector<NodeId>{0, 2}),
                    "constant output: node 2 is out of range, there are targets for 2");
}
