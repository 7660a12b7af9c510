#include "snapshot.hpp"

#include <cassert>

namespace edgewise::train {
namespace {

std::vector<Tensor> values_of(const nn::NamedParameters<float>& tensors) {
  std::vector<Tensor> values;
  values.reserve(tensors.size());
  for (const auto& [name, tensor] : tensors) values.push_back(tensor.value());
  return values;
}

void assign(nn::NamedParameters<float> tensors, const std::vector<Tensor>& values) {
  assert(tensors.size() == values.size() && "a snapshot of another model");
  for (std::size_t k = 0; k < values.size(); ++k) tensors[k].second.mutable_value() = values[k];
}

}  // namespace

Snapshot Snapshot::of(const nn::Module& model) { return {values_of(model.parameters()), values_of(model.buffers())}; }

void Snapshot::put_back(const nn::Module& model) const {
  assign(model.parameters(), parameters);
  assign(model.buffers(), buffers);
}

}  // namespace edgewise::train
