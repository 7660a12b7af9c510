#pragma once
/// The smallest node model, for tests of the trainer: features times a matrix, with dropout on the way in.  Starts at zero.
#include <edgewise/core/models/node_model.hpp>
#include <edgewise/core/ops/dropout.hpp>
#include <edgewise/core/ops/linear.hpp>
#include <edgewise/core/train/dataset.hpp>
#include <edgewise/graph/random.hpp>

namespace edgewise {

class LinearModel : public models::NodeModel {
 public:
  explicit LinearModel(models::NodeModelOptions options) : BasicNodeModel<float>(std::move(options)) {
    weight_ = add_parameter("weight", Tensor(options_.out, options_.in));
    bias_ = add_parameter("bias", Tensor(1, options_.out));
  }
  Variable forward(const Graph&, const Input& x, const models::Arcs&, nn::Pass& pass) const override {
    Input in = x;
    if (pass.trains() && options_.dropout > 0) in = ops::dropout(std::get<Variable>(x), options_.dropout, pass.next_key());
    return ops::linear(in, weight_, bias_);
  }
  std::vector<Tensor> attention(const Graph&, const Input&, const models::Arcs&) const override { return {}; }

 private:
  Variable weight_, bias_;
};

/// `nodes` points around `classes` corners of a cube of `classes` dimensions, without arcs; classes in turn; half for training, a quarter each
/// for validation and test.
inline train::Dataset clouds(NodeId nodes, std::size_t classes, double noise, std::uint64_t seed) {
  Rng rng(seed);
  Tensor x(nodes, classes);
  train::Dataset data;
  data.targets = {train::Task::classification, classes, std::vector<std::int32_t>(nodes), {}};
  for (NodeId i = 0; i < nodes; ++i) {
    const std::size_t label = i % classes;
    data.targets.classes[i] = static_cast<std::int32_t>(label);
    for (std::size_t c = 0; c < classes; ++c) x(i, c) = static_cast<float>((c == label ? 1.0 : 0.0) + noise * rng.normal());
  }
  data.graph = Graph::from_edges(nodes, {});
  data.features = Variable(std::move(x));
  data.split = train::random_split(data.targets, 0.5, 0.25, 0.25, seed);
  return data;
}

/// Every byte of a model that counts.
inline std::vector<float> bytes_of(const models::NodeModel& model) {
  std::vector<float> all;
  for (const auto& [name, tensor] : model.parameters()) all.insert(all.end(), tensor.value().values().begin(), tensor.value().values().end());
  for (const auto& [name, tensor] : model.buffers()) all.insert(all.end(), tensor.value().values().begin(), tensor.value().values().end());
  return all;
}

}  // namespace edgewise
