#include "autograd.hpp"

#include <algorithm>
#include <unordered_set>
#include <utility>

#include "../graph/error.hpp"
#include "../graph/rows.hpp"

namespace edgewise {
namespace {

thread_local int no_grad_depth = 0;

template <class Real>
void check_shape(const BasicTensor<Real>& grad, const BasicTensor<Real>& value) {
  if (grad.rows() != value.rows() || grad.cols() != value.cols())
    fail<ShapeError>("backward: gradient is ", grad.rows(), " x ", grad.cols(), ", value is ", value.rows(), " x ", value.cols());
}

}  // namespace

NoGrad::NoGrad() { ++no_grad_depth; }
NoGrad::~NoGrad() { --no_grad_depth; }
bool NoGrad::active() { return no_grad_depth > 0; }

template <class Real>
BasicVariable<Real>::BasicVariable(BasicTensor<Real> value, bool requires_grad) : node_(std::allocate_shared<Node>(ScratchAllocator<Node>())) {
  node_->value = std::move(value);
  node_->requires_grad = requires_grad;
}

template <class Real>
BasicVariable<Real> BasicVariable<Real>::view(BasicView<const Real> rows) {
  return BasicVariable(BasicTensor<Real>::borrowed(rows));
}

template <class Real>
void BasicVariable<Real>::accumulate(BasicTensor<Real>&& part) const {
  if (!requires_grad()) return;
  if (node_->grad.empty() && part.rows() == rows() && part.cols() == cols())
    node_->grad = std::move(part);
  else
    add_to_grad(part);
}

template <class Real>
void BasicVariable<Real>::accumulate(const BasicTensor<Real>& part) const {
  if (!requires_grad()) return;
  if (node_->grad.empty())
    accumulate(BasicTensor<Real>(part));
  else
    add_to_grad(part);
}

template <class Real>
void BasicVariable<Real>::add_to_grad(const BasicTensor<Real>& part) const {
  BasicTensor<Real>& grad = node_->grad;
  check_shape(part, node_->value);
  constexpr std::size_t kGrain = 1 << 15;
  parallel_ranges(grad.size(), kGrain, [&](std::size_t first, std::size_t last) {
    for (std::size_t k = first; k < last; ++k) grad.data()[k] += part.data()[k];
  });
}

template <class Real>
bool records(std::span<const BasicVariable<Real>> inputs) {
  return !NoGrad::active() && std::any_of(inputs.begin(), inputs.end(), [](const auto& input) { return input.requires_grad(); });
}

template <class Real>
void BasicVariable<Real>::backward() {
  if (value().size() != 1) fail<ShapeError>("backward: the value is ", rows(), " x ", cols(), ", expected 1 x 1; pass a seed gradient");
  backward(BasicTensor<Real>::filled(1, 1, Real(1)));
}

template <class Real>
void BasicVariable<Real>::backward(BasicTensor<Real> seed) {
  if (!requires_grad()) fail<UsageError>("backward: nothing behind this value requires a gradient");
  // Depth first without recursion: a tape may be thousands of ops long.
  std::vector<std::shared_ptr<Node>> order;
  std::unordered_set<const Node*> seen{node_.get()};
  std::vector<std::pair<std::shared_ptr<Node>, std::size_t>> path{{node_, 0}};
  while (!path.empty()) {
    auto& [node, next] = path.back();
    if (next == node->inputs.size()) {
      order.push_back(std::move(node));
      path.pop_back();
      continue;
    }
    const std::shared_ptr<Node> input = node->inputs[next++].node_;
    if (input && input->requires_grad && seen.insert(input.get()).second) path.emplace_back(input, 0);
  }

  // Ops add to these where they stand.
  for (const auto& node : order)
    if (!node->grad.empty()) check_shape(node->grad, node->value);
  accumulate(std::as_const(seed));  // a copy: the seed may be borrowed, and ops write over a gradient that is their own
  while (!order.empty()) {
    const std::shared_ptr<Node> node = std::move(order.back());
    order.pop_back();
    if (!node->backward) continue;  // a leaf keeps its gradient
    if (!node->grad.empty()) node->backward(node->grad, node->value);
    node->grad = {};
    node->backward = nullptr;
    node->inputs.clear();
  }
}

template class BasicVariable<float>;
template class BasicVariable<double>;
template EDGEWISE_API bool records(std::span<const BasicVariable<float>>);
template EDGEWISE_API bool records(std::span<const BasicVariable<double>>);

}  // namespace edgewise
