#include <edgewise/core/train/metrics.hpp>
#include <edgewise/graph/error.hpp>
#include <edgewise/graph/random.hpp>

#include <cmath>
#include <limits>

#include "support/check.hpp"

using namespace edgewise;
using namespace edgewise::train;
using Ints = std::vector<std::int32_t>;
using Bytes = std::vector<std::uint8_t>;
using Floats = std::vector<float>;

TEST_CASE("accuracy: rows without a label do not count", "[train]") {
  CHECK(accuracy(Ints{0, 1, 1, 2}, Ints{0, 1, 0, kNoLabel}) == Approx(2.0 / 3));
  CHECK_FALSE(accuracy(Ints{0}, Ints{kNoLabel}));
  CHECK_FALSE(accuracy(Ints{}, Ints{}));
  CHECK_THROWS_WITH(accuracy(Ints{0}, Ints{}), "accuracy: 1 predictions for 0 rows");
}

TEST_CASE("macro_f1: the mean over classes that occur in truth or prediction", "[train]") {
  // class 0: P 1/2, R 1/2, F1 1/2;  class 1: P 2/3, R 1, F1 4/5;  class 2: never called, F1 0
  CHECK(macro_f1(Ints{0, 1, 1, 1, 0}, Ints{0, 0, 1, 1, 2}, 3) == Approx((0.5 + 0.8 + 0) / 3));
  CHECK(macro_f1(Ints{0, 1, 1, 1}, Ints{0, 0, 1, 1}, 3) == Approx((2.0 / 3 + 0.8) / 2));  // class 2 occurs nowhere
  CHECK_FALSE(macro_f1(Ints{0}, Ints{kNoLabel}, 3));
  CHECK_THROWS_AS(macro_f1(Ints{3}, Ints{0}, 3), ShapeError);
}

TEST_CASE("micro_f1: all decisions together", "[train]") {
  CHECK(micro_f1(Bytes{1, 1, 0, 0}, Bytes{1, 0, 1, 0}) == Approx(0.5));
  CHECK_FALSE(micro_f1(Bytes{0, 0}, Bytes{0, 0}));
}

TEST_CASE("roc_auc: ties count half", "[train]") {
  CHECK(roc_auc(Floats{1, 2, 3, 4}, Bytes{0, 0, 1, 1}) == 1.0);
  CHECK(roc_auc(Floats{4, 3, 2, 1}, Bytes{0, 0, 1, 1}) == 0.0);
  CHECK(roc_auc(Floats{5, 5, 5}, Bytes{0, 1, 1}) == 0.5);
  // pairs (positive, negative): 2 > 1, 2 = 2, 3 > 1, 3 > 2: three and a half of four
  CHECK(roc_auc(Floats{1, 2, 2, 3}, Bytes{0, 0, 1, 1}) == 0.875);
  CHECK_FALSE(roc_auc(Floats{1, 2}, Bytes{1, 1}));
  CHECK_FALSE(roc_auc(Floats{}, Bytes{}));
  CHECK_FALSE(roc_auc(Floats{1, std::nanf("")}, Bytes{0, 1}));
}

TEST_CASE("pr_auc: precision at each distinct threshold, weighed by the recall it adds", "[train]") {
  CHECK(pr_auc(Floats{4, 3, 2, 1}, Bytes{1, 0, 1, 0}) == Approx(0.5 * 1 + 0.5 * 2 / 3));
  CHECK(pr_auc(Floats{5, 5, 5, 5}, Bytes{1, 0, 0, 0}) == 0.25);  // one threshold for all
  CHECK(pr_auc(Floats{1, 2}, Bytes{1, 1}) == 1.0);
  CHECK_FALSE(pr_auc(Floats{1, 2}, Bytes{0, 0}));
}

TEST_CASE("roc_auc and pr_auc: as many ties as you like, against plain counting", "[train]") {
  Rng rng(11);
  for (int round = 0; round < 20; ++round) {
    Floats score(60);
    Bytes truth(60);
    for (std::size_t i = 0; i < 60; ++i) {
      score[i] = static_cast<float>(rng.below(round < 10 ? 5 : 1000));
      truth[i] = rng.uniform() < 0.3;
    }
    double won = 0, pairs = 0;
    for (std::size_t i = 0; i < 60; ++i)
      for (std::size_t j = 0; j < 60; ++j)
        if (truth[i] && !truth[j]) {
          ++pairs;
          won += score[i] > score[j] ? 1 : score[i] == score[j] ? 0.5 : 0;
        }
    CAPTURE(round);
    CHECK(roc_auc(score, truth).value() == Approx(won / pairs));
    double area = 0, positives = 0;
    for (std::size_t i = 0; i < 60; ++i)
      if (truth[i]) {
        ++positives;
        double found = 0, called = 0;
        for (std::size_t j = 0; j < 60; ++j)
          if (score[j] >= score[i]) {
            ++called;
            found += truth[j];
          }
        area += found / called;
      }
    CHECK(pr_auc(score, truth).value() == Approx(area / positives));
  }
}

TEST_CASE("mae, rmse, r2: by hand", "[train]") {
  const Floats guess{2, 2, 5}, truth{1, 2, 3};
  CHECK(mean_absolute_error(guess, truth) == Approx(1));
  CHECK(root_mean_squared_error(guess, truth) == Approx(std::sqrt(5.0 / 3)));
  CHECK(r2(guess, truth) == Approx(1 - 5.0 / 2));
  CHECK_FALSE(r2(Floats{1, 2}, Floats{3, 3}));  // a constant truth leaves nothing to explain
  CHECK_FALSE(mean_absolute_error(Floats{}, Floats{}));
  CHECK_FALSE(root_mean_squared_error(Floats{}, Floats{}));
  CHECK_FALSE(r2(Floats{}, Floats{}));
}

TEST_CASE("confusion: rows are the truth", "[train]") {
  CHECK(confusion(Ints{0, 1, 1}, Ints{0, 0, 1}, 2) == std::vector<std::uint64_t>{1, 1, 0, 1});
  CHECK_THROWS_WITH(confusion(Ints{2}, Ints{0}, 2), Catch::Contains("row 0 has class 2"));
}

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
