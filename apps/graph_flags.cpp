#include "graph_flags.hpp"

#include "../graph/error.hpp"
#include "option_checks.hpp"

namespace edgewise::cli {

using models::Activation;
using models::Norm;
using models::Readout;

void add_graph_model_flags(Flags& flags, models::GraphModelOptions& model) {
  const auto share = Flags::Range{.least = 0, .most = 1, .below = true};
  flags.section("Model");
  flags.text("model", "NAME", model.model, "gat, gatv2, transformer, gine or dmpnn");
  flags.whole("layers", model.layers, {1, 64}, "graph layers");
  flags.whole("hidden", model.hidden, {1, 1 << 16}, "width of states, shared by the heads");
  flags.whole("heads", model.heads, {1, 256}, "attention heads");
  flags.choice(
      "readout", model.readout,
      {{"sum", Readout::sum}, {"mean", Readout::mean}, {"max", Readout::max}, {"attention", Readout::attention}, {"recurrent", Readout::recurrent}},
      "how nodes become one row");
  flags.whole("readout-heads", model.readout_heads, {1, 256}, "of attention").rare();
  flags.whole("readout-rounds", model.readout_rounds, {1, 64}, "of recurrent").rare();
  flags.whole("walk-steps", model.walk_steps, {0, 64}, "columns of random-walk encodings").rare();
  flags.yes_no("virtual-node", model.virtual_node, "a node that hears and is heard by all").rare();
  flags.yes_no("edge-sums", model.arc_sums, "nodes also see the sum of their edges' columns").rare();
  flags.yes_no("feed-forward", model.feed_forward, "a perceptron after each layer").rare();
  flags.yes_no("residual", model.residual, "add each layer's input to its output").rare();
  flags.choice("norm", model.norm, {{"none", Norm::none}, {"layer", Norm::layer}}, "normalisation before each layer").rare();
  flags.choice("activation", model.activation, {{"elu", Activation::elu}, {"relu", Activation::relu}, {"gelu", Activation::gelu}}, "between layers")
      .rare();
  flags.whole("extra-hidden", model.extra_hidden, {0, 1 << 16}, "width of the layer for what is known of a graph as a whole").rare();
  flags.whole("head-layers", model.head_layers, {0, 16}, "hidden layers behind the readout").rare();
  flags.whole("head-hidden", model.head_hidden, {1, 1 << 16}, "their width").rare();
  flags.number("dropout", model.dropout, share, "share of each layer's input dropped in training");
  flags.number("attention-dropout", model.attention_dropout, share, "share of attention weights dropped").rare();
  flags.number("head-dropout", model.head_dropout, share, "share of the readout dropped in training").rare();
  flags.number("extra-dropout", model.extra_dropout, share, "share of the extra columns dropped in training").rare();
  flags.number("slope", model.slope, {.least = 0, .most = 1}, "LeakyReLU slope in attention scores").rare();
}

void add_graph_training_flags(Flags& flags, train::TrainOptions& training) {
  add_training_flags(flags, training);
  flags.whole("batch", training.batch, {0, 1000000000}, "graphs in a step; 0: all").rare();
}

void add_graph_session_flags(Flags& flags, GraphTrainFlags& to) {
  flags.section("Run");
  flags.text("out", "DIR", to.out, "folder for model, predictions, metrics, history").required().session();
  flags.whole("runs", to.runs, {1, 100000}, "runs with other seeds and splits; scores get mean and deviation");
  flags.whole("folds", to.folds, {0, 1000}, "cross-validation with K folds; 0: none");
  flags.whole("ensemble", to.ensemble, {1, 1000}, "models trained on each split; their probabilities are averaged");
  add_session_flags(flags, to);
}

void check(const GraphTrainFlags& flags) {
  check_name("model", flags.model.model, models::graph_model_names());
  check_options(flags);
  if (flags.folds > 0 && flags.runs > 1) fail<UsageError>("--folds and --runs: give one of them; folds are runs already");
  if (flags.folds == 1 || flags.folds == 2) fail<UsageError>("--folds: got ", flags.folds, ", expected 0 or at least 3: train, validation and test");
}

}  // namespace edgewise::cli
