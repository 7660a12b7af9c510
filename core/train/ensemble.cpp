#include "ensemble.hpp"

#include <algorithm>
#include <cmath>

#include "../../graph/error.hpp"

namespace edgewise::train {

Tensor mean_output(std::span<const Tensor> outputs, Task task) {
  if (outputs.empty()) fail<UsageError>("ensemble: no members");
  if (outputs.size() == 1) return outputs[0];
  Tensor mean(outputs[0].rows(), outputs[0].cols());
  for (const Tensor& output : outputs) {
    if (output.rows() != mean.rows() || output.cols() != mean.cols())
      fail<ShapeError>("ensemble: an output of ", output.rows(), " x ", output.cols(), " beside one of ", mean.rows(), " x ", mean.cols());
    const Tensor share = probabilities(output, task);
    for (std::size_t k = 0; k < mean.size(); ++k) mean.data()[k] += share.data()[k] / static_cast<float>(outputs.size());
  }
  if (task == Task::regression) return mean;
  constexpr float kLeast = 1e-7F;
  for (float& p : mean.values()) {
    p = std::clamp(p, kLeast, 1 - kLeast);
    p = task == Task::multilabel ? std::log(p / (1 - p)) : std::log(p);
  }
  return mean;
}

}  // namespace edgewise::train
