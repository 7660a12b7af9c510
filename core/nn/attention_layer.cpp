#include "attention_layer.hpp"

#include <utility>

#include "../../graph/error.hpp"
#include "../ops/elementwise.hpp"
#include "../ops/heads.hpp"
#include "../ops/linear.hpp"

namespace edgewise::nn {

template <class Real>
BasicAttentionLayer<Real>::BasicAttentionLayer(std::string name, std::size_t in, std::size_t head_dim, const AttentionLayerOptions& options)
    : name_(std::move(name)), in_(in), head_dim_(head_dim), options_(options) {
  if (options.heads == 0) fail<UsageError>(name_, ": heads is 0, expected at least 1");
  if (head_dim == 0) fail<UsageError>(name_, ": head_dim is 0, expected at least 1");
  if (!(options.dropout >= 0 && options.dropout < 1)) fail<UsageError>(name_, ": dropout is ", options.dropout, ", expected 0 <= dropout < 1");
  if (options.along > options.edge_types || options.against > options.edge_types - options.along)
    fail<UsageError>(name_, ": ", options.along, " types along and ", options.against,
                     " against edges, expected at most edge_types = ", options.edge_types);
}

template <class Real>
void BasicAttentionLayer<Real>::add_mixing(Rng& rng, bool with_bias) {
  if (options_.edge_types > 0) arc_type_ = this->add_parameter("arc_type.weight", first_type_bias());
  if (options_.head_mix == HeadMix::linear) {
    lin_out_.emplace(width(), width(), rng, LinearOptions{.bias = options_.bias});
    this->add_child("lin_out", *lin_out_);
  } else if (with_bias && options_.bias) {
    bias_ = this->add_parameter("bias", BasicTensor<Real>(1, out()));
  }
}

template <class Real>
void BasicAttentionLayer<Real>::add_root(const std::string& name, Rng& rng, const LinearOptions& options) {
  if (!options_.root_weight) return;
  root_.emplace(in_, out(), rng, options);
  this->add_child(name, *root_);
}

template <class Real>
BasicTensor<Real> BasicAttentionLayer<Real>::first_type_bias() const {
  BasicTensor<Real> bias(options_.edge_types, options_.heads);
  for (std::size_t type = 0; type < options_.along + options_.against; ++type)
    for (std::size_t h = type < options_.along ? 0 : 1; h < options_.heads; h += 2) bias(type, h) = static_cast<Real>(options_.direction_bias);
  return bias;
}

template <class Real>
void BasicAttentionLayer<Real>::check(const Graph& graph, const BasicInput<Real>& x, const BasicArcs<Real>& arcs) const {
  detail::check_graph_input(name_.c_str(), graph, x, in_);
  detail::check_arcs(name_.c_str(), graph, arcs, options_.edge_features, options_.edge_types);
}

template <class Real>
BasicVariable<Real> BasicAttentionLayer<Real>::with_type_bias(const BasicVariable<Real>& score, const BasicArcs<Real>& arcs) const {
  if (!arc_type_) return score;
  const BasicVariable<Real> bias = ops::lookup<Real>(arc_type_, arcs.type);
  return score ? ops::add(score, bias) : bias;
}

template <class Real>
ops::AttentionOptions BasicAttentionLayer<Real>::attend(Pass& pass) const {
  ops::AttentionOptions options{.heads = options_.heads, .dropout = 0, .key = {}};
  if (pass.trains() && options_.dropout > 0) {
    options.dropout = options_.dropout;
    options.key = pass.next_key();
  }
  return options;
}

/// The heads as head_mix says, without the bias.
template <class Real>
BasicVariable<Real> BasicAttentionLayer<Real>::joined(const BasicVariable<Real>& y) const {
  if (lin_out_) return lin_out_->forward(y);
  return options_.head_mix == HeadMix::mean ? ops::mean_heads(y, options_.heads) : y;
}

template <class Real>
BasicVariable<Real> BasicAttentionLayer<Real>::mix(const BasicVariable<Real>& y) const {
  return bias_ ? ops::add_bias(joined(y), bias_) : joined(y);
}

template <class Real>
BasicVariable<Real> BasicAttentionLayer<Real>::finish(const BasicVariable<Real>& y, const BasicInput<Real>& x) const {
  if (!root_) return mix(y);
  // One product adds all of it up.  A layer with a bias has a root without.
  return bias_ ? ops::linear(x, root_->weight(), bias_, joined(y)) : root_->forward(x, joined(y));
}

template class BasicAttentionLayer<float>;
template class BasicAttentionLayer<double>;

}  // namespace edgewise::nn
