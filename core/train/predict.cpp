#include "predict.hpp"

#include <algorithm>
#include <cmath>

#include "../../graph/error.hpp"
#include "../../graph/rows.hpp"
#include "../sigmoid.hpp"

namespace edgewise::train {
namespace {

/// Features that are no table at all: a handle to nothing, a view that was filled in by hand and does not fit together.
void check_handle(const Input& features) {
  if (const auto* variable = std::get_if<Variable>(&features); variable != nullptr && !*variable)
    fail<ShapeError>("predict: the features are an empty Variable, expected a table of the graph's nodes");
  const auto* view = std::get_if<TensorView>(&features);
  if (view == nullptr || view->rows == 0 || view->cols == 0) return;
  if (view->data == nullptr || view->stride < view->cols)
    fail<ShapeError>("predict: the features are a view of ", view->rows, " x ", view->cols, " values with a stride of ", view->stride,
                     view->data == nullptr ? " onto nothing" : "", "; make it by TensorView::of, which checks");
}

}  // namespace

Tensor predict(const models::NodeModel& model, const Graph& graph, const Input& features, const models::Arcs& arcs) {
  check_handle(features);
  if (arcs.features && arcs.features.value().size() > 0 && arcs.features.value().data() == nullptr)
    fail<ShapeError>("predict: the arc features are a view of ", arcs.features.rows(), " x ", arcs.features.cols(), " values onto nothing");
  const NoGrad nothing_recorded;
  nn::Pass pass;
  return model.forward(graph, features, arcs, pass).value();
}

namespace {

void softmax(std::span<float> row) {
  if (row.empty()) return;
  const float top = *std::max_element(row.begin(), row.end());
  float total = 0;
  for (float& x : row) total += x = std::exp(x - top);
  for (float& x : row) x /= total;
}

void sigmoids(std::span<float> row) {
  for (float& x : row) x = sigmoid(x);
}

}  // namespace

Tensor probabilities(Tensor result, Task task) {
  if (task == Task::regression) return result;
  constexpr std::size_t kRows = 1024;
  parallel_ranges(result.rows(), kRows, [&](std::size_t first, std::size_t last) {
    for (std::size_t i = first; i < last; ++i) task == Task::classification ? softmax(result.row(i)) : sigmoids(result.row(i));
  });
  return result;
}

}  // namespace edgewise::train
