#include <edgewise/core/train/split.hpp>
#include <edgewise/graph/error.hpp>

#include <algorithm>
#include <limits>

#include "support/check.hpp"

using namespace edgewise;
using namespace edgewise::train;

namespace {

Targets of_classes(std::vector<std::int32_t> classes, std::size_t outputs) { return {Task::classification, outputs, std::move(classes), {}}; }

std::size_t count(const std::vector<NodeId>& set, const Targets& targets, std::int32_t label) {
  return static_cast<std::size_t>(std::count_if(set.begin(), set.end(), [&](NodeId node) { return targets.classes[node] == label; }));
}

}  // namespace

TEST_CASE("random_split: 60/20/20 overall and in each class, every node once", "[train]") {
  std::vector<std::int32_t> classes(1000);
  for (std::size_t i = 0; i < classes.size(); ++i) classes[i] = i % 10 == 0 ? 1 : i % 100 == 1 ? 2 : 0;
  const Targets targets = of_classes(classes, 3);
  const Split split = random_split(targets, 0.6, 0.2, 0.2, 1);
  CHECK(split.train.size() == 600);
  CHECK(split.validation.size() == 200);
  CHECK(split.test.size() == 200);
  CHECK(std::abs(static_cast<int>(count(split.train, targets, 1)) - 60) <= 2);
  CHECK(std::abs(static_cast<int>(count(split.test, targets, 1)) - 20) <= 2);
  CHECK(std::abs(static_cast<int>(count(split.train, targets, 2)) - 6) <= 2);
  std::vector<NodeId> all;
  for (const auto* set : {&split.train, &split.validation, &split.test}) {
    CHECK(std::is_sorted(set->begin(), set->end()));
    all.insert(all.end(), set->begin(), set->end());
  }
  std::sort(all.begin(), all.end());
  for (NodeId i = 0; i < 1000; ++i) REQUIRE(all[i] == i);
}

TEST_CASE("random_split: the seed alone decides", "[train]") {
  const Targets targets = of_classes(std::vector<std::int32_t>(50, 0), 1);
  CHECK(random_split(targets, 0.5, 0.25, 0.25, 3).train == random_split(targets, 0.5, 0.25, 0.25, 3).train);
  CHECK(random_split(targets, 0.5, 0.25, 0.25, 3).train != random_split(targets, 0.5, 0.25, 0.25, 4).train);
}

TEST_CASE("random_split: nodes without a target are in no set", "[train]") {
  const Targets classes = of_classes({0, kNoLabel, 0, kNoLabel}, 1);
  CHECK(random_split(classes, 1, 0, 0, 0).train == std::vector<NodeId>{0, 2});
  const float na = std::numeric_limits<float>::quiet_NaN();
  const Targets values{Task::regression, 2, {}, Tensor::of(3, 2, {na, na, na, 1, 2, na})};
  CHECK(random_split(values, 1, 0, 0, 0).train == std::vector<NodeId>{1, 2});
  CHECK(random_split(of_classes({}, 3), 0.6, 0.2, 0.2, 0).train.empty());
}

TEST_CASE("random_split: a class of one node lands in every set, by the seed", "[train]") {
  std::vector<std::int32_t> classes(100);
  for (std::size_t i = 0; i < 100; ++i) classes[i] = static_cast<std::int32_t>(i);
  const Targets targets = of_classes(classes, 100);
  std::vector<std::size_t> trains(100), tests(100);
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    const Split split = random_split(targets, 0.6, 0.2, 0.2, seed);
    CHECK(split.train.size() == 60);
    CHECK(split.test.size() == 20);
    for (const NodeId node : split.train) ++trains[node];
    for (const NodeId node : split.test) ++tests[node];
  }
  for (NodeId node = 0; node < 100; ++node) {  // 36 and 12 times on the average; five deviations are 19 and 15
    CAPTURE(node);
    CHECK(trains[node] > 17);
    CHECK(trains[node] < 55);
    CHECK(tests[node] > 0);
    CHECK(tests[node] < 28);
  }
}

TEST_CASE("random_split: shares that make no sense are refused", "[train]") {
  const Targets targets = of_classes({0, 0}, 1);
  CHECK_THROWS_WITH(random_split(targets, 0.6, 0.2, 0.3, 0), Catch::Contains("add up to 1.1"));
  CHECK_THROWS_AS(random_split(targets, 1.2, -0.2, 0, 0), UsageError);
  CHECK_THROWS_AS(random_split(targets, 0, 0.5, 0.5, 0), UsageError);
}

TEST_CASE("fold_splits: every labelled row is tested once, classes are spread evenly", "[train]") {
  Targets targets{Task::classification, 2, {}, {}};
  for (std::size_t i = 0; i < 23; ++i) targets.classes.push_back(i == 5 ? kNoLabel : i % 4 == 0 ? 1 : 0);
  const std::vector<Split> folds = fold_splits(targets, 5, 3);
  REQUIRE(folds.size() == 5);
  std::vector<int> tested(23);
  for (std::size_t k = 0; k < 5; ++k) {
    CHECK(folds[k].train.size() + folds[k].validation.size() + folds[k].test.size() == 22);
    CHECK(folds[k].validation == folds[(k + 1) % 5].test);
    std::size_t rare = 0;
    for (const NodeId node : folds[k].test) {
      ++tested[node];
      rare += targets.classes[node] == 1;
    }
    CHECK(rare >= 1);
    CHECK(rare <= 2);
  }
  for (std::size_t i = 0; i < 23; ++i) CHECK(tested[i] == (i == 5 ? 0 : 1));
  CHECK(fold_splits(targets, 5, 3)[2].test == folds[2].test);
  CHECK_FALSE(fold_splits(targets, 5, 4)[2].test == folds[2].test);
  CHECK_THROWS_WITH(fold_splits(targets, 2, 0), "folds: got 2, expected 3 to 22, the number of labelled rows");
  CHECK_THROWS_AS(fold_splits(targets, 23, 0), UsageError);
  CHECK_THROWS_WITH(fold_splits(targets, std::numeric_limits<std::size_t>::max(), 0), Catch::Contains("expected 3 to 22"));
  CHECK_THROWS_WITH(fold_splits(of_classes({}, 2), 3, 0), Catch::Contains("expected 3 to 0"));
}

TEST_CASE("splits: targets that do not hold together are refused before anything is drawn", "[train]") {
  const auto refuses = [](const Targets& targets, const char* text) {
    CHECK_THROWS_WITH(random_split(targets, 0.6, 0.2, 0.2, 0), Catch::Contains(text));
    CHECK_THROWS_WITH(fold_splits(targets, 3, 0), Catch::Contains(text));
  };
  refuses(of_classes({0, 1, 2, 0}, 2), "row 2 has class 2, expected 0 to 2 - 1, or -1 for unknown");
  refuses(of_classes({0, -7, 1, 0}, 2), "row 1 has class -7");
  refuses({Task::multilabel, 1, {}, Tensor::of(3, 1, {0, 1, 0.5F})}, "label 0 of row 2 is 0.5");
  refuses({Task::regression, 2, {}, Tensor(3, 1)}, "target values have 1 columns, expected 2");
}
