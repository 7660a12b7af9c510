#include "graph_readout.hpp"

#include "../../graph/error.hpp"
#include "../ops/activation.hpp"
#include "../ops/heads.hpp"
#include "../ops/readout.hpp"
#include "../ops/recurrent.hpp"
#include "init.hpp"

namespace edgewise::nn {

template <class Real>
BasicGraphReadout<Real>::BasicGraphReadout(std::size_t width, const GraphReadoutOptions& options, Rng& rng) : options_(options) {
  if (options.kind == Readout::attention) {
    if (options.heads == 0 || width % options.heads != 0) fail<UsageError>("readout: heads = ", options.heads, " does not divide the width ", width);
    score_.emplace(width, options.heads, rng);
    this->add_child("score", *score_);
  }
  if (options.kind != Readout::recurrent) return;
  if (options.rounds == 0) fail<UsageError>("readout: rounds is 0, expected at least 1");
  lin_.emplace(width, width, rng);
  this->add_child("lin", *lin_);
  att_node_ = this->add_parameter("att_node", uniform<Real>(1, width, glorot_bound(1, width), rng));
  att_graph_ = this->add_parameter("att_graph", uniform<Real>(1, width, glorot_bound(1, width), rng));
  gru_news_.emplace(width, 3 * width, rng);
  gru_state_.emplace(width, 3 * width, rng);
  this->add_child("gru_news", *gru_news_);
  this->add_child("gru_state", *gru_state_);
}

template <class Real>
BasicVariable<Real> BasicGraphReadout<Real>::attend(const Graph& members, const BasicVariable<Real>& x, BasicTensor<Real>* weights) const {
  const BasicVariable<Real> score = score_->forward(x);
  if (weights != nullptr) {
    const BasicTensor<Real> to(members.num_targets(), options_.heads);
    *weights = ops::additive_weights<Real>(members, score.value().view(), to.view(), {}, 1.0F);
  }
  return ops::attention_readout(members, x, score);
}

template <class Real>
BasicVariable<Real> BasicGraphReadout<Real>::recur(const Graph& members, const BasicVariable<Real>& x, BasicTensor<Real>* weights) const {
  BasicVariable<Real> state = ops::sum_readout(members, x);
  const BasicVariable<Real> value = lin_->forward(x), from = ops::head_dot(x, att_node_, 1);
  for (std::size_t round = 0; round < options_.rounds; ++round) {
    const BasicVariable<Real> to = ops::head_dot(state, att_graph_, 1);
    if (weights != nullptr) *weights = ops::additive_weights<Real>(members, from.value().view(), to.value().view(), {}, options_.slope);
    const BasicVariable<Real> news =
        ops::elu(ops::additive_attention(members, value, from, to, BasicVariable<Real>(), options_.slope, {.heads = 1, .dropout = 0, .key = {}}));
    state = ops::gru(gru_news_->forward(news), gru_state_->forward(state), state);
  }
  return state;
}

template <class Real>
BasicVariable<Real> BasicGraphReadout<Real>::forward(const Graph& members, const BasicVariable<Real>& x, BasicTensor<Real>* weights) const {
  switch (options_.kind) {
    case Readout::sum:
      return ops::sum_readout(members, x);
    case Readout::mean:
      return ops::mean_readout(members, x);
    case Readout::max:
      return ops::max_readout(members, x);
    case Readout::attention:
      return attend(members, x, weights);
    case Readout::recurrent:
      break;
  }
  return recur(members, x, weights);
}

template class BasicGraphReadout<float>;
template class BasicGraphReadout<double>;

}  // namespace edgewise::nn
