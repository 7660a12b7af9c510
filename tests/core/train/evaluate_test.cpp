#include <edgewise/core/train/evaluate.hpp>
#include <edgewise/graph/error.hpp>

#include <cmath>
#include <limits>

#include "support/check.hpp"

using namespace edgewise;
using namespace edgewise::train;
using Ints = std::vector<std::int32_t>;

TEST_CASE("evaluate: two classes get ranking scores, unknown labels are left out", "[train]") {
  Targets targets{Task::classification, 2, {0, 1, kNoLabel, 1}, {}};
  const Tensor output = Tensor::of(4, 2, {2, 1, 0, 3, 0, 0, 5, 1});
  const auto scores = evaluate(output.view(), targets, std::vector<NodeId>{0, 1, 2, 3});
  CHECK(scores.at("accuracy") == Approx(2.0 / 3));
  CHECK(scores.at("micro_f1") == Approx(2.0 / 3));
  CHECK(scores.at("roc_auc") == Approx(0.5));  // margins -1 (class 0), 3 and -4 (class 1)
  const auto one_class = evaluate(output.view(), targets, std::vector<NodeId>{1, 3});
  CHECK(one_class.count("roc_auc") == 0);
  CHECK(one_class.at("accuracy") == 0.5);
  CHECK(evaluate(output.view(), targets, std::vector<NodeId>{2}).empty());
}

TEST_CASE("evaluate: labels with missing cells, each column over what is known", "[train]") {
  const float na = std::numeric_limits<float>::quiet_NaN();
  const Targets targets{Task::multilabel, 2, {}, Tensor::of(3, 2, {1, na, 0, 1, 1, na})};
  const Tensor output = Tensor::of(3, 2, {2, 9, -1, 1, -3, 9});
  const auto scores = evaluate(output.view(), targets, std::vector<NodeId>{0, 1, 2});
  CHECK(scores.at("roc_auc") == 0.5);                           // label 0: one pair won, one lost; label 1 has positives only
  CHECK(scores.at("micro_f1") == Approx(2.0 * 2 / (4.0 + 1)));  // found 2 of 3, nothing called wrongly
  CHECK(scores.at("pr_auc") == Approx(0.5 + 0.5 * 2 / 3));      // label 1 would count as 1 whatever was guessed
}

TEST_CASE("evaluate: regression takes the mean over outputs", "[train]") {
  const float na = std::numeric_limits<float>::quiet_NaN();
  const Targets targets{Task::regression, 3, {}, Tensor::of(2, 3, {1, 10, na, 2, 20, na})};
  const Tensor output = Tensor::of(2, 3, {1, 13, 7, 2, 23, 7});
  const auto scores = evaluate(output.view(), targets, std::vector<NodeId>{0, 1});
  CHECK(scores.at("mae") == Approx(1.5));
  CHECK(scores.at("rmse") == Approx(1.5));
  CHECK(scores.at("r2") == Approx((1 + 1 - 18.0 / 50) / 2));
  CHECK_THROWS_AS(evaluate(Tensor(1, 3).view(), targets, std::vector<NodeId>{}), ShapeError);
}

TEST_CASE("predicted_classes: of equal logits the first", "[train]") {
  CHECK(predicted_classes(Tensor::of(3, 3, {0, 1, 1, 2, 2, 2, -3, -2, -1}).view()) == Ints{1, 0, 2});
  CHECK(predicted_classes(Tensor(0, 3).view()).empty());
}

TEST_CASE("evaluate_columns: each column by itself, what is undefined is left out of it and of the mean", "[train]") {
  const float nan = std::nanf("");
  // Column 0: both kinds, ranked right.  Column 1: positives only.  Column 2: nothing known.
  const Targets targets{Task::multilabel, 3, {}, Tensor::of(3, 3, {1, 1, nan, 0, 1, nan, nan, 1, nan})};
  const Tensor output = Tensor::of(3, 3, {2, 1, 0, -1, 0, 0, 0, -1, 0});
  const std::vector<NodeId> all{0, 1, 2};
  const auto columns = evaluate_columns(output.view(), targets, all);
  REQUIRE(columns.size() == 3);
  CHECK(columns[0].at("roc_auc") == 1);
  CHECK(columns[0].at("known") == 2);
  CHECK(columns[0].at("positives") == 1);
  CHECK(columns[1].count("roc_auc") == 0);
  CHECK(columns[1].count("pr_auc") == 0);
  CHECK(columns[2].at("known") == 0);
  CHECK(evaluate(output.view(), targets, all).at("roc_auc") == 1);
  const Targets values{Task::regression, 1, {}, Tensor::of(3, 1, {1, 2, 3})};
  CHECK(evaluate_columns(Tensor::of(3, 1, {1, 2, 4}).view(), values, all)[0].at("mae") == Approx(1.0 / 3));
}

TEST_CASE("evaluate: sizes that do not fit and nodes that are not there are refused", "[train]") {
  const Targets classes{Task::classification, 2, {0, 1, 0}, {}};
  const Targets labels{Task::multilabel, 2, {}, Tensor(3, 2)};
  Targets narrow = labels;
  narrow.values = Tensor(3, 1);
  const std::vector<NodeId> all{0, 1, 2}, beyond{0, 3};
  const Tensor output(3, 2), shorter(2, 2), wide(3, 3);
  CHECK_THROWS_WITH(evaluate(shorter.view(), classes, all), "evaluate: output of 2 rows, targets for 3");
  CHECK_THROWS_WITH(evaluate(wide.view(), classes, all), "evaluate: output of 3 columns, targets have 2");
  CHECK_THROWS_WITH(evaluate(output.view(), classes, beyond), "evaluate: node 3 is out of range, there are targets for 3");
  CHECK_THROWS_WITH(evaluate(output.view(), narrow, all), "evaluate: target values of 1 columns, expected 2");
  CHECK_THROWS_AS(evaluate_columns(shorter.view(), labels, all), ShapeError);
  CHECK_THROWS_AS(evaluate_columns(output.view(), labels, beyond), DataError);
  CHECK_THROWS_WITH(evaluate_columns(output.view(), classes, all), Catch::Contains("for multilabel and regression"));
}
