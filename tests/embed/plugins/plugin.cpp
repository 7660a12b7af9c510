// A plugin that trains a small model and gives its scores; its one exported word is `scores`.
#include <edgewise/edgewise.hpp>

#include <algorithm>

using namespace edgewise;

/// Writes the two scores of each of four nodes.  Throws DataError, made inside the library, when the features have `columns` other than 1.
extern "C" __attribute__((visibility("default"))) void scores(std::size_t columns, float* out) {
  train::Dataset data;
  data.graph = Graph::from_undirected(4, std::vector<Edge>{{0, 1}, {1, 2}, {2, 3}});
  Tensor features(4, columns);
  for (std::size_t i = 0; i < 4; ++i) features(i, 0) = 1 - 0.5F * static_cast<float>(i);
  data.features = Variable(std::move(features));
  data.targets = {train::Task::classification, 2, {0, 0, 1, 1}, {}};
  data.split = {{0, 1, 2, 3}, {}, {}};
  const auto model = models::make_node_model<float>({.model = "gat", .in = 1, .out = 2, .hidden = 8, .heads = 2}, 0);
  train::fit(*model, data, {.epochs = 10});
  const Tensor result = train::predict(*model, data.graph, data.features, data.arcs);
  std::copy(result.values().begin(), result.values().end(), out);
}
