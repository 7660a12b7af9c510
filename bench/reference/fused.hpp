#pragma once
/// The fused operator in the clothes of a reference.
#include <utility>

#include "../../core/value_storage.hpp"
#include "reference.hpp"

namespace edgewise::bench {

/// Holds  references to graph and inputs.
class Fused final : public Reference {
 public:
  Fused(const Graph& graph, const AttentionInputs<float>& in, ValueStorage storage) : graph_(graph), in_(in), storage_(storage) {}
  /// Borrowed from what is kept: valid until the next call.
  Tensor forward() override {
    set_value_storage(storage_);
    auto result = kernels::attention_forward(graph_, in_);
    norm_ = std::move(result.norm);
    out_ = std::move(result.out);
    return Tensor::borrowed(out_.view());
  }
  kernels::AttentionGradients<float> backward(const Tensor& grad) override {
    set_value_storage(storage_);
    return kernels::attention_backward(graph_, in_, out_, norm_, grad, {});
  }

 private:
  const Graph& graph_;
  const AttentionInputs<float>& in_;
  ValueStorage storage_;
  Tensor out_, norm_;
};

}  // namespace edgewise::bench
