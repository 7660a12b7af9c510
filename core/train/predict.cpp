#include <algorithm>
#include <cmath>

#include "../../graph/rows.hpp"
#include "trainer.hpp"

namespace edgewise::train {

Tensor predict(const models::NodeModel& model, const Graph& graph, const Input& features, const models::Arcs& arcs) {
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

void sigmoid(std::span<float> row) {
  for (float& x : row) x = x >= 0 ? 1 / (1 + std::exp(-x)) : std::exp(x) / (1 + std::exp(x));  // exp never overflows
}

}  // namespace

Tensor probabilities(Tensor result, Task task) {
  if (task == Task::regression) return result;
  constexpr std::size_t kRows = 1024;
  parallel_ranges(result.rows(), kRows, [&](std::size_t first, std::size_t last) {
    for (std::size_t i = first; i < last; ++i) task == Task::classification ? softmax(result.row(i)) : sigmoid(result.row(i));
  });
  return result;
}

}  // namespace edgewise::train
