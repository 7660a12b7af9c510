#include "loss.hpp"

#include <algorithm>
#include <cmath>
#include <memory>
#include <utility>
#include <vector>

#include "../../graph/error.hpp"
#include "../kernels/passes.hpp"
#include "../sigmoid.hpp"
#include "passes.hpp"

namespace edgewise::ops {
namespace {

/// What a block of nodes adds to a loss: numerator and denominator of the mean.
struct Part {
  double sum = 0;
  double weight = 0;
};

template <class Real>
void check_nodes(const char* op, const BasicVariable<Real>& x, std::span<const NodeId> nodes) {
  std::vector<bool> seen(x.rows());
  for (NodeId i : nodes) {
    if (i >= x.rows()) fail<DataError>(op, ": node ", i, " is out of range, x has ", x.rows(), " rows");
    if (seen[i]) fail<DataError>(op, ": node ", i, " is listed twice");  // two tasks would write one row of the gradient
    seen[i] = true;
  }
}

/// The frame of every loss.  row(i, gradient) returns what node i adds and, when `gradient` is not null, adds the gradient of its
/// sum to that row; the division by the total weight comes after.
template <class Real, class Row>
BasicVariable<Real> mean_over(const BasicVariable<Real>& x, std::span<const NodeId> nodes, Row row) {
  const bool wanted = x.requires_grad() && !NoGrad::active();
  auto gradient = std::make_shared<BasicTensor<Real>>();
  if (wanted) *gradient = BasicTensor<Real>(x.rows(), x.cols());

  const std::size_t grain = std::max<std::size_t>(1, (detail::kPassValues / 8) / std::max<std::size_t>(1, x.cols()));
  std::vector<Part> parts((nodes.size() + grain - 1) / grain);
  parallel_ranges(nodes.size(), grain, [&](std::size_t first, std::size_t last) {
    Part& part = parts[first / grain];
    for (std::size_t k = first; k < last; ++k) {
      const Part one = row(nodes[k], wanted ? gradient->row(nodes[k]).data() : nullptr);
      part.sum += one.sum;
      part.weight += one.weight;
    }
  });
  Part total;
  for (const Part& part : parts) {
    total.sum += part.sum;
    total.weight += part.weight;
  }
  const double share = total.weight > 0 ? 1 / total.weight : 0;
  BasicTensor<Real> loss = BasicTensor<Real>::filled(1, 1, static_cast<Real>(total.sum * share));

  return record<Real>(std::move(loss), {x}, [x, gradient, share](const BasicTensor<Real>& grad, const BasicTensor<Real>&) {
    const Real factor = static_cast<Real>(share) * grad(0, 0);
    Real* const g = gradient->data();
    detail::for_values(gradient->size(), [=](std::size_t first, std::size_t last) {
      for (std::size_t k = first; k < last; ++k) g[k] *= factor;
    });
    x.accumulate(std::move(*gradient));  // the tape runs once
  });
}

/// log(1 + exp(x)) without overflow, in double as it is summed.
double softplus(double x) { return std::max(x, 0.0) + std::log1p(std::exp(-std::abs(x))); }

/// The sum of exp(x[k] - top), which are left in `to` unless that is nullptr.
float exp_sum(const float* x, float top, float* to, std::size_t count) { return kernels::exp_sum(x, top, to, count); }
double exp_sum(const double* x, double top, double* to, std::size_t count) {
  double total = 0;
  for (std::size_t k = 0; k < count; ++k) {
    const double power = std::exp(x[k] - top);
    total += power;
    if (to != nullptr) to[k] = power;
  }
  return total;
}

template <class Real>
void check_targets(const char* op, const BasicVariable<Real>& x, BasicView<const float> targets) {
  if (targets.rows != x.rows() || targets.cols != x.cols())
    fail<ShapeError>(op, ": targets are ", targets.rows, " x ", targets.cols, ", x is ", x.rows(), " x ", x.cols());
}

}  // namespace

template <class Real>
BasicVariable<Real> cross_entropy(const BasicVariable<Real>& x, std::span<const std::int32_t> classes, std::span<const NodeId> nodes,
                                  std::span<const float> class_weights, float smoothing) {
  const std::size_t count = x.cols();
  if (classes.size() != x.rows()) fail<ShapeError>("cross_entropy: ", classes.size(), " classes for ", x.rows(), " rows");
  if (!class_weights.empty() && class_weights.size() != count)
    fail<ShapeError>("cross_entropy: ", class_weights.size(), " class weights for ", count, " columns");
  if (!(smoothing >= 0 && smoothing < 1)) fail<UsageError>("cross_entropy: label smoothing is ", smoothing, ", expected 0 <= smoothing < 1");
  check_nodes("cross_entropy", x, nodes);
  for (NodeId i : nodes)
    if (classes[i] >= 0 && static_cast<std::size_t>(classes[i]) >= count)
      fail<DataError>("cross_entropy: node ", i, " has class ", classes[i], ", x has ", count, " columns");

  std::vector<Real> weight(count, Real(1));
  for (std::size_t c = 0; c < class_weights.size(); ++c) weight[c] = static_cast<Real>(class_weights[c]);
  const Real even = static_cast<Real>(smoothing) / static_cast<Real>(std::max<std::size_t>(1, count));

  return mean_over(x, nodes, [&x, classes, weight = std::move(weight), even, smoothing, count](NodeId i, Real* gradient) -> Part {
    if (classes[i] < 0) return {};
    const auto truth = static_cast<std::size_t>(classes[i]);
    const Real* const logit = x.value().row(i).data();
    const Real top = *std::max_element(logit, logit + count);
    const Real total = exp_sum(logit, top, gradient, count);  // half of p already: an exponential is what a row costs
    const Real log_total = std::log(total);

    // share[c]: the weighted target distribution; loss = -sum_c share[c] * log p[c]
    const Real own = (1 - static_cast<Real>(smoothing)) * weight[truth];
    double loss = own == 0 ? 0 : -static_cast<double>(own) * static_cast<double>(logit[truth] - top - log_total);
    Real all = own;
    if (even != 0)
      for (std::size_t c = 0; c < count; ++c) {
        const Real share = even * weight[c];
        if (share != 0) loss -= static_cast<double>(share) * static_cast<double>(logit[c] - top - log_total);
        all += share;
      }
    if (gradient != nullptr) {
      const Real factor = all / total;
      for (std::size_t c = 0; c < count; ++c) gradient[c] = factor * gradient[c] - even * weight[c];
      gradient[truth] -= own;
    }
    return {loss, static_cast<double>(weight[truth])};
  });
}

template <class Real>
BasicVariable<Real> bce_with_logits(const BasicVariable<Real>& x, BasicView<const float> targets, std::span<const NodeId> nodes,
                                    std::span<const float> positive_weights) {
  check_targets("bce_with_logits", x, targets);
  if (!positive_weights.empty() && positive_weights.size() != x.cols())
    fail<ShapeError>("bce_with_logits: ", positive_weights.size(), " positive weights for ", x.cols(), " columns");
  check_nodes("bce_with_logits", x, nodes);

  return mean_over(x, nodes, [&x, targets, positive_weights](NodeId i, Real* gradient) -> Part {
    Part part;
    for (std::size_t c = 0; c < x.cols(); ++c) {
      if (std::isnan(targets(i, c))) continue;
      const double logit = static_cast<double>(x.value()(i, c)), target = static_cast<double>(targets(i, c));
      const double positive = positive_weights.empty() ? target : target * static_cast<double>(positive_weights[c]);
      part.sum += positive * softplus(-logit) + (1 - target) * softplus(logit);
      part.weight += 1;
      if (gradient == nullptr) continue;
      const double chance = sigmoid(logit);
      gradient[c] += static_cast<Real>((1 - target) * chance - positive * (1 - chance));
    }
    return part;
  });
}

template <class Real>
BasicVariable<Real> mse(const BasicVariable<Real>& x, BasicView<const float> targets, std::span<const NodeId> nodes) {
  check_targets("mse", x, targets);
  check_nodes("mse", x, nodes);

  return mean_over(x, nodes, [&x, targets](NodeId i, Real* gradient) -> Part {
    Part part;
    for (std::size_t c = 0; c < x.cols(); ++c) {
      if (std::isnan(targets(i, c))) continue;
      const Real error = x.value()(i, c) - static_cast<Real>(targets(i, c));
      part.sum += static_cast<double>(error) * static_cast<double>(error);
      part.weight += 1;
      if (gradient != nullptr) gradient[c] += 2 * error;
    }
    return part;
  });
}

#define EDGEWISE_INSTANTIATE(Real)                                                                                                            \
  template EDGEWISE_API BasicVariable<Real> cross_entropy(const BasicVariable<Real>&, std::span<const std::int32_t>, std::span<const NodeId>, \
                                                          std::span<const float>, float);                                                     \
  template EDGEWISE_API BasicVariable<Real> bce_with_logits(const BasicVariable<Real>&, BasicView<const float>, std::span<const NodeId>,      \
                                                            std::span<const float>);                                                          \
  template EDGEWISE_API BasicVariable<Real> mse(const BasicVariable<Real>&, BasicView<const float>, std::span<const NodeId>);
EDGEWISE_INSTANTIATE(float)
EDGEWISE_INSTANTIATE(double)
#undef EDGEWISE_INSTANTIATE

}  // namespace edgewise::ops
