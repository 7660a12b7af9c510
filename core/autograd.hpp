#pragma once
/// Reverse-mode differentiation: values that remember how they were made.
#include <functional>
#include <initializer_list>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "../graph/api.hpp"
#include "tensor.hpp"

namespace edgewise {
EDGEWISE_API_BEGIN

/// A tensor on the tape.  Copies are handles to one and the same value.
///   Variable w(Tensor::of(2, 1, {1, 2}), true);
///   Variable loss = ops::mean(ops::linear(x, w, {}));
///   loss.backward();        // w.grad() now holds d loss / d w
/// Threads  One tape belongs to one thread (its ops run on all cores); read-only values may be shared.
template <class Real>
class BasicVariable {
 public:
  BasicVariable() = default;  ///< holds nothing; operator bool is false
  /// A leaf: an input, or a parameter where it requires a gradient.
  explicit BasicVariable(BasicTensor<Real> value, bool requires_grad = false);
  /// A constant that borrows the caller's rows, which lie one behind the other and stay alive and unchanged as long as any handle.
  /// Nothing is copied.  Throws ShapeError where rows lie apart (stride != cols).
  static BasicVariable view(BasicView<const Real> rows);

  explicit operator bool() const { return node_ != nullptr; }  ///< false: holds nothing, and nothing below may be asked of it
  /// The numbers, and their shape:
  const BasicTensor<Real>& value() const { return node_->value; }
  std::size_t rows() const { return value().rows(); }
  std::size_t cols() const { return value().cols(); }
  /// For optimisers and loaders: changes the value behind every handle.
  BasicTensor<Real>& mutable_value() { return node_->value; }
  /// Whether backward passes bring this a gradient: a parameter, or made from one.
  bool requires_grad() const { return node_ && node_->requires_grad; }
  /// The gradient added up so far; empty before the first backward pass reaches this variable, and once cleared:
  const BasicTensor<Real>& grad() const { return node_->grad; }
  BasicTensor<Real>& mutable_grad() { return node_->grad; }
  void clear_grad() { node_->grad = {}; }

  /// Gradients of this value (1 x 1) with respect to everything it was made from; adds to what is there.
  /// The tape is consumed: values and gradients that only it held are freed on the way.
  /// Throws ShapeError when the value is not 1 x 1.
  void backward();
  /// The same, started from a gradient of this value's shape.
  void backward(BasicTensor<Real> seed);

  /// For ops: adds `part` to the gradient, taking it over when it is the first.  Without requires_grad: nothing.
  void accumulate(BasicTensor<Real>&& part) const;
  /// The same of a part that is needed afterwards: copied when it is the first.
  void accumulate(const BasicTensor<Real>& part) const;
  /// The same for an op that can add to a table where it stands: part(gradient, onto) writes its part over unspecified values, or, `onto`,
  /// adds it to the values.
  template <class Part>
  void accumulate_with(Part part) const {
    if (!requires_grad()) return;
    const bool onto = !node_->grad.empty();
    if (!onto) node_->grad = BasicTensor<Real>::uninitialized(rows(), cols());
    part(node_->grad, onto);
  }

 private:
  template <class R, class Backward>
  friend BasicVariable<R> record(BasicTensor<R>, std::span<const BasicVariable<R>>, Backward&&);

  struct Node {
    BasicTensor<Real> value;
    BasicTensor<Real> grad;
    std::vector<BasicVariable> inputs;
    std::function<void(BasicTensor<Real>&, const BasicTensor<Real>&)> backward;
    bool requires_grad = false;
  };
  void add_to_grad(const BasicTensor<Real>& part) const;

  std::shared_ptr<Node> node_;
};

/// Whether an op on these inputs goes on the tape: one of them needs a gradient, and no NoGrad is alive on this thread.
template <class Real>
bool records(std::span<const BasicVariable<Real>> inputs);

/// Puts an op's result on the tape.  `backward(grad, value)` gets the gradient of the result and the result itself and
/// calls `accumulate` on the inputs that it captured.  Where it takes `BasicTensor<Real>& grad`, the gradient is its own: it may change it and
/// move it on.  Where no input needs a gradient, or inside a NoGrad scope, only the value is kept, and nothing is allocated for the way back.
/// Inputs that hold nothing are skipped.
template <class Real, class Backward>
BasicVariable<Real> record(BasicTensor<Real> value, std::span<const BasicVariable<Real>> inputs, Backward&& backward) {
  BasicVariable<Real> result(std::move(value));
  if (!records(inputs)) return result;
  result.node_->requires_grad = true;
  result.node_->inputs.assign(inputs.begin(), inputs.end());
  result.node_->backward = std::forward<Backward>(backward);
  return result;
}
/// The same for a list:  record<Real>(std::move(y), {x, weight}, [x, weight](const auto& grad, const auto& value) { ... });
template <class Real, class Backward>
BasicVariable<Real> record(BasicTensor<Real> value, std::initializer_list<BasicVariable<Real>> inputs, Backward&& backward) {
  return record<Real>(std::move(value), std::span<const BasicVariable<Real>>(inputs.begin(), inputs.size()), std::forward<Backward>(backward));
}

/// While one lives on this thread, nothing is recorded: prediction costs no memory for backward.
class NoGrad {
 public:
  NoGrad();
  ~NoGrad();
  NoGrad(const NoGrad&) = delete;
  NoGrad& operator=(const NoGrad&) = delete;
  /// Whether one lives on this thread.
  static bool active();
};

using Variable = BasicVariable<float>;
extern template bool records(std::span<const BasicVariable<float>>);
extern template bool records(std::span<const BasicVariable<double>>);
extern template class BasicVariable<float>;
extern template class BasicVariable<double>;

EDGEWISE_API_END
}  // namespace edgewise
