#include "graph_encoder.hpp"

#include <utility>

#include "../../graph/arc_graph.hpp"
#include "../encodings.hpp"
#include "../nn/neighbour_sum.hpp"
#include "../ops/aggregate.hpp"
#include "../ops/elementwise.hpp"
#include "../ops/readout.hpp"
#include "attention_layers.hpp"

namespace edgewise::models {
namespace {

constexpr std::size_t kFeedForwardWidth = 2;  // times hidden

bool on_arcs(const GraphModelOptions& options) { return options.model == "dmpnn"; }
bool sums_arcs(const GraphModelOptions& options) { return options.arc_sums && !on_arcs(options) && options.arc_columns > 0; }

/// Row i names the graph of node (or arc) i: members the other way round.
Graph owners(const Graph& members) { return Graph(members.out_edges()); }

}  // namespace

template <class Real>
std::shared_ptr<const nn::BasicGraphLayer<Real>> BasicGraphEncoder<Real>::make_layer(Rng& rng) const {
  const GraphModelOptions& o = options_;
  if (!is_attention_layer(o.model)) return std::make_shared<nn::BasicNeighbourSum<Real>>(o.hidden, o.hidden, on_arcs(o) ? 0 : o.arc_columns, rng);
  const nn::AttentionLayerOptions attention{.heads = o.heads,
                                            .head_mix = o.model == "transformer" ? HeadMix::linear : HeadMix::concat,
                                            .slope = o.slope,
                                            .dropout = o.attention_dropout,
                                            .edge_features = o.arc_columns};
  return make_attention_layer<Real>(o.model, o.hidden, o.hidden / o.heads, attention, rng);
}

template <class Real>
BasicGraphEncoder<Real>::BasicGraphEncoder(const GraphModelOptions& options, Rng& rng) : options_(options) {
  const std::size_t columns = options.node_columns + options.walk_steps + (sums_arcs(options) ? options.arc_columns : 0);
  input_.emplace(columns, options.hidden, rng);
  this->add_child("input", *input_);
  if (on_arcs(options) && options.arc_columns > 0) {
    input_arcs_.emplace(options.arc_columns, options.hidden, rng, nn::LinearOptions{.bias = false});
    this->add_child("input_arcs", *input_arcs_);
  }
  for (std::size_t l = 0; l < options.layers; ++l) {
    blocks_.emplace_back(options.hidden, make_layer(rng),
                         nn::BlockOptions{.norm = options.norm == Norm::layer ? nn::NormPlace::before : nn::NormPlace::none,
                                          .residual = options.residual,
                                          .feed_forward = options.feed_forward ? kFeedForwardWidth * options.hidden : 0,
                                          .activation = options.activation,
                                          .activate = true,
                                          .dropout = options.dropout},
                         rng);
    this->add_child("layers." + std::to_string(l), blocks_.back());
    if (!options.virtual_node || l + 1 == options.layers) continue;
    virtual_.emplace_back(options.hidden, options.hidden, rng);
    this->add_child("virtual." + std::to_string(l), virtual_.back());
  }
  if (options.norm == Norm::layer) {
    norm_.emplace(options.hidden);
    this->add_child("norm", *norm_);
  }
  if (!on_arcs(options)) return;
  output_.emplace(columns, options.hidden, rng);
  output_arcs_.emplace(options.hidden, options.hidden, rng, nn::LinearOptions{.bias = false});
  this->add_child("output", *output_);
  this->add_child("output_arcs", *output_arcs_);
}

template <class Real>
BasicVariable<Real> BasicGraphEncoder<Real>::columns(const GraphBatch& batch, const BasicVariable<Real>& nodes,
                                                     const BasicVariable<Real>& arcs) const {
  std::vector<BasicVariable<Real>> parts{nodes};
  if (options_.walk_steps > 0) {
    const Tensor walks = random_walk_encoding(batch, options_.walk_steps);
    BasicTensor<Real> table = BasicTensor<Real>::uninitialized(walks.rows(), walks.cols());
    std::copy(walks.values().begin(), walks.values().end(), table.values().begin());
    parts.emplace_back(std::move(table));
  }
  if (sums_arcs(options_)) parts.push_back(ops::aggregate(arcs_into(batch.graph), arcs));
  return parts.size() == 1 ? nodes : ops::concat(parts);
}

template <class Real>
BasicVariable<Real> BasicGraphEncoder<Real>::run(const Graph& graph, const Graph& members, BasicVariable<Real> h, const BasicArcs<Real>& arcs,
                                                 nn::Pass& pass, std::vector<BasicTensor<Real>>* weights) const {
  BasicVariable<Real> whole;  // the state of each graph's virtual node
  for (std::size_t l = 0; l < blocks_.size(); ++l) {
    if (weights != nullptr) weights->emplace_back();
    h = blocks_[l].forward(graph, h, arcs, pass, weights != nullptr ? &weights->back() : nullptr);
    if (l >= virtual_.size()) continue;
    const BasicVariable<Real> heard = ops::mean_readout(members, h);
    whole = nn::activate(virtual_[l].forward(whole ? ops::add(heard, whole) : heard), options_.activation);
    h = ops::add(h, ops::aggregate(owners(members), whole));
  }
  return norm_ ? norm_->forward(h) : h;
}

template <class Real>
BasicVariable<Real> BasicGraphEncoder<Real>::forward(const GraphBatch& batch, const BasicVariable<Real>& nodes, const BasicVariable<Real>& arcs,
                                                     nn::Pass& pass, std::vector<BasicTensor<Real>>* weights) const {
  const BasicVariable<Real> x = columns(batch, nodes, arcs);
  if (!on_arcs(options_)) {
    const BasicVariable<Real> h = nn::activate(input_->forward(x), options_.activation);
    return run(batch.graph, node_membership(batch), h, {options_.arc_columns > 0 ? arcs : BasicVariable<Real>(), {}}, pass, weights);
  }
  BasicVariable<Real> h = ops::aggregate(senders(batch.graph), input_->forward(x));
  if (input_arcs_) h = ops::add(h, input_arcs_->forward(arcs));
  h = run(arc_graph(batch.graph), arc_membership(batch), nn::activate(h, options_.activation), {}, pass, nullptr);
  const BasicVariable<Real> heard = output_arcs_->forward(ops::aggregate(arcs_into(batch.graph), h));
  return nn::activate(ops::add(output_->forward(x), heard), options_.activation);
}

template class BasicGraphEncoder<float>;
template class BasicGraphEncoder<double>;

}  // namespace edgewise::models
