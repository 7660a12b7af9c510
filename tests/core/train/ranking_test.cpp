#include <edgewise/core/train/ranking.hpp>
#include <edgewise/graph/random.hpp>

#include <cmath>

#include "support/check.hpp"

using namespace edgewise;
using namespace edgewise::train;
using Bytes = std::vector<std::uint8_t>;
using Floats = std::vector<float>;

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
