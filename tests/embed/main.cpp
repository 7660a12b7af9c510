// A program of somebody else: a path of four nodes is told by its ends, without a file.
#include <edgewise/edgewise.hpp>

#include <cstdio>

int main() {
  using namespace edgewise;
  train::Dataset data;
  data.graph = Graph::from_undirected(4, std::vector<Edge>{{0, 1}, {1, 2}, {2, 3}});
  data.features = Variable(Tensor::of(4, 1, {1, 0.5F, -0.5F, -1}));
  data.targets = {train::Task::classification, 2, {0, 0, 1, 1}, {}};
  data.split = {{0, 1, 2, 3}, {}, {}};
  const auto model = models::make_node_model<float>({.model = "gat", .in = 1, .out = 2, .hidden = 8, .heads = 2, .dropout = 0}, 0);
  train::fit(*model, data, {.epochs = 50, .lr = 0.05F});
  const Tensor scores = train::predict(*model, data.graph, data.features, data.arcs);
  const double accuracy = train::evaluate(scores.view(), data.targets, data.split.train).at("accuracy");
  std::printf("accuracy %.2f\n", accuracy);
  return accuracy == 1 ? 0 : 1;
}
