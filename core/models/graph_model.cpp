#include "graph_model.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include "../../graph/error.hpp"
#include "../nn/mlp.hpp"
#include "../ops/dropout.hpp"
#include "../ops/elementwise.hpp"
#include "attention_layers.hpp"
#include "column_scale.hpp"
#include "extra_scale.hpp"
#include "graph_encoder.hpp"

namespace edgewise::models {
namespace {

template <class Real>
void check_table(const char* what, const BasicVariable<Real>& table, std::size_t rows, std::size_t cols) {
  const std::size_t got_rows = table ? table.rows() : 0, got_cols = table ? table.cols() : 0;
  if (cols == 0 && got_cols == 0) return;
  if (got_rows != rows || got_cols != cols)
    fail<ShapeError>("graph model: ", what, " are ", got_rows, " x ", got_cols, ", expected ", rows, " x ", cols);
}

std::vector<std::size_t> head_widths(const GraphModelOptions& o) {
  std::vector<std::size_t> widths{o.hidden + (o.extra_columns == 0 ? 0 : o.extra_hidden == 0 ? o.extra_columns : o.extra_hidden)};
  widths.insert(widths.end(), o.head_layers, o.head_hidden);
  widths.push_back(o.out);
  return widths;
}

template <class Real>
class Net final : public BasicGraphModel<Real> {
 public:
  Net(const GraphModelOptions& options, Rng& rng)
      : BasicGraphModel<Real>(options),
        encoder_(options, rng),
        readout_(options.hidden, {.kind = options.readout, .heads = options.readout_heads, .rounds = options.readout_rounds, .slope = options.slope},
                 rng),
        head_(head_widths(options), options.activation, options.head_dropout, rng) {
    this->add_child("encoder", encoder_);
    this->add_child("readout", readout_);
    if (options.extra_columns > 0) {
      extra_scale_.emplace(options.extra_columns);
      this->add_child("extra_scale", *extra_scale_);
      if (options.extra_hidden > 0) {
        extra_.emplace(options.extra_columns, options.extra_hidden, rng);
        this->add_child("extra", *extra_);
      }
    }
    this->add_child("head", head_);
    if (!options.output_scale) return;
    output_scale_.emplace(options.out);
    this->add_child("output_scale", *output_scale_);
  }

  BasicVariable<Real> forward(const GraphBatch& batch, const BasicVariable<Real>& nodes, const BasicVariable<Real>& arcs,
                              const BasicVariable<Real>& extras, nn::Pass& pass) const override {
    return run(batch, nodes, arcs, extras, pass, nullptr);
  }
  GraphAttention<Real> attention(const GraphBatch& batch, const BasicVariable<Real>& nodes, const BasicVariable<Real>& arcs,
                                 const BasicVariable<Real>& extras) const override {
    GraphAttention<Real> weights;
    const NoGrad quiet;
    nn::Pass pass;
    run(batch, nodes, arcs, extras, pass, &weights);
    if (!is_attention_layer(this->options_.model)) weights.layers.clear();
    return weights;
  }
  void learn_scales(BasicView<const Real> extras, BasicView<const Real> targets, std::span<const NodeId> graphs) override {
    if (extra_scale_) extra_scale_->learn(extras, graphs);
    if (output_scale_) output_scale_->learn(targets, graphs);
  }
  BasicTensor<Real> output_mean() const override { return output_scale_ ? output_scale_->mean() : BasicTensor<Real>(1, this->options_.out); }
  BasicTensor<Real> output_deviation() const override {
    return output_scale_ ? output_scale_->deviation() : BasicTensor<Real>::filled(1, this->options_.out, Real(1));
  }

 private:
  BasicVariable<Real> run(const GraphBatch& batch, const BasicVariable<Real>& nodes, const BasicVariable<Real>& arcs,
                          const BasicVariable<Real>& extras, nn::Pass& pass, GraphAttention<Real>* weights) const {
    const GraphModelOptions& o = this->options_;
    check_table("node features", nodes, batch.graph.num_nodes(), o.node_columns);
    check_table("arc features", arcs, batch.graph.num_arcs(), o.arc_columns);
    check_table("extra columns", extras, batch.graphs(), o.extra_columns);
    const BasicVariable<Real> h = encoder_.forward(batch, nodes, arcs, pass, weights != nullptr ? &weights->layers : nullptr);
    BasicVariable<Real> y = readout_.forward(node_membership(batch), h, weights != nullptr ? &weights->readout : nullptr);
    if (extra_scale_) y = ops::concat<Real>({y, entering(extras, pass)});
    if (pass.trains()) y = ops::dropout(y, o.head_dropout, pass.next_key());
    y = head_.forward(y, pass);
    return output_scale_ ? output_scale_->leave(y) : y;
  }
  BasicVariable<Real> entering(const BasicVariable<Real>& extras, nn::Pass& pass) const {
    BasicVariable<Real> e = extra_scale_->forward(extras.value());
    if (pass.trains()) e = ops::dropout(e, this->options_.extra_dropout, pass.next_key());
    return extra_ ? nn::activate(extra_->forward(e), this->options_.activation) : e;
  }

  BasicGraphEncoder<Real> encoder_;
  nn::BasicGraphReadout<Real> readout_;
  std::optional<BasicExtraScale<Real>> extra_scale_;
  std::optional<nn::BasicLinear<Real>> extra_;
  nn::BasicMlp<Real> head_;
  std::optional<BasicColumnScale<Real>> output_scale_;
};

/// One sentence per option: what it is, what it got, what is allowed.
void check(const GraphModelOptions& o) {
  const std::vector<std::string> names = graph_model_names();
  if (std::find(names.begin(), names.end(), o.model) == names.end()) {
    std::string known;
    for (const auto& name : names) known += (known.empty() ? "" : ", ") + name;
    fail<UsageError>("graph model: unknown model '", o.model, "'; known models: ", known);
  }
  const auto at_least_one = [](const char* name, std::size_t value) {
    if (value == 0) fail<UsageError>("graph model: ", name, " is 0, expected at least 1");
  };
  const auto share = [](const char* name, float value) {
    if (!(value >= 0 && value < 1)) fail<UsageError>("graph model: ", name, " is ", value, ", expected 0 <= ", name, " < 1");
  };
  const auto divides = [&](const char* name, std::size_t heads) {
    at_least_one(name, heads);
    if (o.hidden % heads != 0) fail<UsageError>("graph model: ", name, " = ", heads, " does not divide hidden = ", o.hidden);
  };
  at_least_one("out", o.out);
  at_least_one("layers", o.layers);
  at_least_one("hidden", o.hidden);
  if (o.node_columns + o.walk_steps == 0)
    fail<UsageError>("graph model: node_columns and walk_steps are 0: the nodes have nothing to say; give node features or walk_steps");
  if (is_attention_layer(o.model)) divides("heads", o.heads);
  if (o.readout == Readout::attention) divides("readout_heads", o.readout_heads);
  if (o.readout == Readout::recurrent) at_least_one("readout_rounds", o.readout_rounds);
  if (o.head_layers > 0) at_least_one("head_hidden", o.head_hidden);
  share("dropout", o.dropout);
  share("attention_dropout", o.attention_dropout);
  share("head_dropout", o.head_dropout);
  share("extra_dropout", o.extra_dropout);
}

}  // namespace

template <class Real>
std::unique_ptr<BasicGraphModel<Real>> make_graph_model(const GraphModelOptions& options, std::uint64_t seed) {
  check(options);
  Rng rng(seed);
  return std::make_unique<Net<Real>>(options, rng);
}

std::vector<std::string> graph_model_names() { return {"gat", "gatv2", "transformer", "gine", "dmpnn"}; }

template EDGEWISE_API std::unique_ptr<BasicGraphModel<float>> make_graph_model(const GraphModelOptions&, std::uint64_t);
template EDGEWISE_API std::unique_ptr<BasicGraphModel<double>> make_graph_model(const GraphModelOptions&, std::uint64_t);

}  // namespace edgewise::models
