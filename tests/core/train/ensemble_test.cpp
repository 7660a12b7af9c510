#include <cmath>
#include <edgewise/core/train/ensemble.hpp>
#include <edgewise/graph/error.hpp>

#include "support/check.hpp"

using namespace edgewise;
using namespace edgewise::train;

TEST_CASE("ensemble: the mean of probabilities, not of log-odds", "[train]") {
  const float sure = std::log(0.9F / 0.1F), unsure = 0;  // 0.9 and 0.5
  const std::vector<Tensor> labels{Tensor::of(1, 1, {sure}), Tensor::of(1, 1, {unsure})};
  CHECK(probabilities(mean_output(labels, Task::multilabel), Task::multilabel)(0, 0) == Approx(0.7));
  const std::vector<Tensor> classes{Tensor::of(1, 2, {0, std::log(3.0F)}), Tensor::of(1, 2, {0, 0})};  // 3/4 and 1/2
  CHECK(probabilities(mean_output(classes, Task::classification), Task::classification)(0, 1) == Approx(0.625));
  const std::vector<Tensor> values{Tensor::of(1, 1, {1}), Tensor::of(1, 1, {4})};
  CHECK(mean_output(values, Task::regression)(0, 0) == 2.5F);
}

TEST_CASE("ensemble: one member is left as it is, certainty stays finite, nothing is an error", "[train]") {
  const std::vector<Tensor> one{Tensor::of(1, 1, {3.25F})};
  CHECK(mean_output(one, Task::multilabel)(0, 0) == 3.25F);
  const std::vector<Tensor> certain{Tensor::of(1, 1, {500}), Tensor::of(1, 1, {500})};
  CHECK(std::isfinite(mean_output(certain, Task::multilabel)(0, 0)));
  CHECK_THROWS_AS(mean_output({}, Task::regression), UsageError);
  const std::vector<Tensor> odd{Tensor(1, 1), Tensor(2, 1)};
  CHECK_THROWS_WITH(mean_output(odd, Task::regression), "ensemble: an output of 2 x 1 beside one of 1 x 1");
}
