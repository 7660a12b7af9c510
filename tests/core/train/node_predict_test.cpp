#include <edgewise/core/train/predict.hpp>

#include <algorithm>
#include <cmath>

#include "linear_model.hpp"
#include "support/check.hpp"

using namespace edgewise;
using namespace edgewise::train;

TEST_CASE("predict: a graph without nodes gives a table without rows, nothing is drawn", "[train]") {
  LinearModel model({.model = "linear", .in = 2, .out = 3, .dropout = 0.5F});
  const Tensor none = predict(model, Graph::from_edges(0, {}), Variable(Tensor(0, 2)), {});
  CHECK(none.rows() == 0);
  const Variable x(Tensor::filled(5, 2, 1));
  const Tensor once = predict(model, Graph::from_edges(5, {}), x, {}), twice = predict(model, Graph::from_edges(5, {}), x, {});
  CHECK(std::equal(once.values().begin(), once.values().end(), twice.values().begin()));
}

TEST_CASE("probabilities: rows of a softmax add up to one, a sigmoid stays within 0 and 1, values pass", "[train]") {
  const Tensor logits = Tensor::of(2, 2, {0, std::log(3.0F), 1000, -1000});
  const Tensor classes = probabilities(logits, Task::classification);
  CHECK(classes(0, 1) == Approx(0.75));
  CHECK(classes(1, 0) == 1);
  CHECK(classes(1, 1) == 0);
  const Tensor labels = probabilities(logits, Task::multilabel);
  CHECK(labels(0, 0) == 0.5F);
  CHECK(labels(0, 1) == Approx(0.75));
  CHECK(labels(1, 1) == 0);
  CHECK(probabilities(logits, Task::regression)(1, 0) == 1000);
}
