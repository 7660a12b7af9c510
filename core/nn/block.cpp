#include "block.hpp"

#include <utility>

#include "../../graph/error.hpp"
#include "../ops/dropout.hpp"
#include "../ops/elementwise.hpp"

namespace edgewise::nn {

template <class Real>
BasicBlock<Real>::BasicBlock(std::size_t in, std::shared_ptr<const BasicGraphLayer<Real>> layer, const BlockOptions& options, Rng& rng)
    : layer_(std::move(layer)), options_(options) {
  this->add_child("conv", *layer_);
  if (options.residual && in != out()) {
    res_.emplace(in, out(), rng, LinearOptions{.bias = false, .glorot = true});
    this->add_child("res", *res_);
  }
  if (options.norm != NormPlace::none) {
    norm1_.emplace(options.norm == NormPlace::before ? in : out());
    this->add_child("norm1", *norm1_);
  }
  if (options.feed_forward == 0) return;
  if (options.norm != NormPlace::none) {
    norm2_.emplace(out());
    this->add_child("norm2", *norm2_);
  }
  feed_forward_.emplace(out(), options.feed_forward, options.activation, options.dropout, rng);
  this->add_child("feed_forward", *feed_forward_);
}

template <class Real>
BasicVariable<Real> BasicBlock<Real>::forward(const Graph& graph, const BasicInput<Real>& x, const BasicArcs<Real>& arcs, Pass& pass,
                                              BasicTensor<Real>* weights) const {
  const bool before = options_.norm == NormPlace::before, after = options_.norm == NormPlace::after, inside = options_.norm == NormPlace::inside;
  const bool sparse = std::holds_alternative<BasicSparse<Real>>(x);
  if (sparse && before) fail<UsageError>("block: a sparse input cannot be normalised");
  if (sparse && options_.residual && !res_) fail<UsageError>("block: a sparse input of ", out(), " columns cannot be added to the output");

  BasicInput<Real> input = x;
  if (before) input = norm1_->forward(dense_of(x));
  if (weights != nullptr) *weights = layer_->weights(graph, input, arcs);
  if (pass.trains()) input = ops::dropout(input, options_.dropout, pass.next_key());
  BasicVariable<Real> y = layer_->forward(graph, input, arcs, pass);
  if (inside) {
    const BasicVariable<Real> rest = !options_.residual ? BasicVariable<Real>() : res_ ? res_->forward(x) : dense_of(x);
    y = norm1_->branch(y, options_.activate ? std::optional(options_.activation) : std::nullopt, rest);
  } else if (options_.residual) {
    y = res_ ? res_->forward(x, y) : ops::add(y, dense_of(x));
  }
  if (after) y = norm1_->forward(y);

  if (!feed_forward_) return options_.activate && !inside ? activate(y, options_.activation) : y;
  BasicVariable<Real> fed = feed_forward_->forward(before ? norm2_->forward(y) : y, pass);
  if (inside) return norm2_->branch(fed, {}, options_.residual ? y : BasicVariable<Real>());
  y = options_.residual ? ops::add(y, fed) : fed;
  return after ? norm2_->forward(y) : y;
}

template class BasicBlock<float>;
template class BasicBlock<double>;

}  // namespace edgewise::nn
