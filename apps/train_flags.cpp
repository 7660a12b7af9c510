#include "train_flags.hpp"

#include <algorithm>

#include "../core/train/presets.hpp"
#include "../graph/error.hpp"
#include "option_checks.hpp"
#include "training_flags.hpp"
#include "values_flag.hpp"
#include "warmup.hpp"

namespace edgewise::cli {
namespace {

using models::Activation;
using models::HeadMix;
using models::InputScale;
using models::Norm;
using models::NormPlace;

void add_model_flags(Flags& flags, TrainFlags& to) {
  models::NodeModelOptions& model = to.model;
  flags.section("Model");
  flags.text("model", "NAME", model.model, "gat, gatv2, transformer, gcn or mlp");
  flags.whole("layers", model.layers, {1, 64}, "graph layers");
  flags.whole("hidden", model.hidden, {1, 1 << 16}, "width between layers, shared by the heads");
  flags.whole("heads", model.heads, {1, 256}, "attention heads of hidden layers");
  flags.whole("out-heads", model.out_heads, {1, 256}, "attention heads of the last layer, averaged").rare();
  flags.choice("head-mix", model.head_mix, {{"concat", HeadMix::concat}, {"mean", HeadMix::mean}, {"linear", HeadMix::linear}},
               "how heads become one row");
  flags.yes_no("feed-forward", model.feed_forward, "a perceptron after each hidden layer");
  flags.yes_no("residual", model.residual, "add each layer's input to its output").rare();
  flags.choice("norm", model.norm, {{"none", Norm::none}, {"layer", Norm::layer}}, "normalisation of rows").rare();
  flags
      .choice("norm-place", model.norm_place, {{"before", NormPlace::before}, {"inside", NormPlace::inside}},
              "before each layer, or of what it gives, in front of activation and residual")
      .rare();
  flags.yes_no("root-weight", model.root_weight, "attention layers add a linear map of the node's own row").rare();
  flags.choice("activation", model.activation, {{"elu", Activation::elu}, {"relu", Activation::relu}, {"gelu", Activation::gelu}}, "between layers")
      .rare();
  flags.yes_no("input-layer", model.input_layer, "linear layers around the graph layers").rare();
  flags.yes_no("degree-encoding", model.degree_encoding, "the input layer also sees how many edges a node has").rare();
  flags.number("input-dropout", model.input_dropout, {.least = 0, .most = 1, .below = true}, "share of the features dropped before an input layer")
      .rare();
  flags.number("dropout", model.dropout, {.least = 0, .most = 1, .below = true}, "share of each layer's input dropped in training");
  flags.number("attention-dropout", model.attention_dropout, {.least = 0, .most = 1, .below = true},
               "share of attention weights dropped in training");
  flags.number("value-dropout", model.value_dropout, {.least = 0, .most = 1, .below = true}, "gat: share of the gathered values dropped in training")
      .rare();
  flags
      .number("direction-bias", model.direction_bias, {},
              "with --edge-type: start of the score of arcs along their edge in even heads, against it in odd ones")
      .rare();
  flags.number("slope", model.slope, {.least = 0, .most = 1}, "LeakyReLU slope in attention scores").rare();
  flags
      .choice("feature-scale", to.feature_scale,
              {{"auto", std::nullopt},
               {"none", InputScale::none},
               {"rows", InputScale::rows},
               {"columns", InputScale::columns},
               {"length", InputScale::length}},
              "rows sum to 1 or have length 1, or columns get mean 0 and deviation 1")
      .rare();
}

void add_graph_flags(Flags& flags, io::NodeFiles& files) {
  flags.section("Graph");
  flags.on("directed", files.directed, "`source,target` means that target attends to source; else both ways");
  flags.yes_no("self-loops", files.self_loops, "every node attends to itself as well").rare();
  flags.texts("edge-columns", "A,B", files.edge_columns, "numeric columns of the edge list that enter the attention score").rare();
  flags.text("edge-type", "C", files.edge_type, "column of the edge list whose words are edge types").rare();
  flags.on("no-weights", files.no_weights, "leave a weight column unused without a word").rare();
  flags.text("encoding", "NAME", files.encoding, "features of a graph that has none: auto, degree, random-walk, laplacian").rare();
}

void add_run_flags(Flags& flags, TrainFlags& to) {
  flags.section("Run");
  flags.text("out", "DIR", to.out, "folder for model, predictions, metrics, history").required().session();
  flags.whole("runs", to.runs, {1, 100000}, "runs with different seeds; metrics get mean and deviation");
  add_session_flags(flags, to);
}

std::string in_words(const std::vector<std::string>& names) {
  std::string text;
  for (const std::string& name : names) text += (text.empty() ? "" : ", ") + name;
  return text;
}

}  // namespace

bool read_train_flags(Args args, TrainFlags& to) {
  Flags flags("node train", "Trains a model that tells the labels of nodes; writes it with its predictions and scores to --out.");
  std::string preset;
  add_data_flags(flags, to.data, Wants::edges_and_labels);
  flags.choice("task", to.data.files.task,
               {{"classification", train::Task::classification}, {"multilabel", train::Task::multilabel}, {"regression", train::Task::regression}},
               "what labels are");
  add_graph_flags(flags, to.data.files);
  add_model_flags(flags, to);
  flags.text("preset", "NAME", preset, ("recipe to start from: " + in_words(train::preset_names())).c_str());
  add_training_flags(flags, to.training);
  flags
      .choice("reorder", to.reorder, {{"none", NodeOrder::given}, {"rcm", NodeOrder::rcm}, {"community", NodeOrder::community}},
              "neighbours close together in memory, for large graphs; other draws of dropout, results in the ids' own order")
      .rare();
  add_values_flag(flags, to.values);
  add_run_flags(flags, to);
  add_format_flags(flags, to.data);
  flags.example("node train --data datasets/karate --out runs/karate");

  if (!flags.parse(args)) return false;
  if (const std::string* name = flags.given("preset")) {
    check_name("preset", *name, train::preset_names());
    const train::Preset recipe = train::preset(*name);
    to.model = recipe.model;
    to.training = recipe.training;
    to.feature_scale = recipe.model.input_scale;
  }
  flags.apply();
  settle_warmup(flags, to.training);
  settle_values(flags, to.values);
  check_name("model", to.model.model, models::node_model_names());
  complete(to.data);
  check_labels(to.data);
  check_options(flags, to);
  say_without_effect(flags, to);
  if (to.data.splits.empty()) to.data.splits.emplace_back("random:60/20/20");
  to.settings = flags.settings();
  to.again = resume_command("node train", args);
  if (to.values == ValueStorage::bf16 && flags.given("values") == nullptr) to.again += " --values bf16";  // the environment's, said aloud
  return true;
}

models::NodeModelOptions model_options(const TrainFlags& flags, const io::NodeData& data) {
  models::NodeModelOptions options = flags.model;
  options.in = cols_of(data.data.features);
  options.out = data.schema.outputs.size();
  const bool asked = !flags.data.files.edge_columns.empty();  // a weight column found by itself is no reason to refuse a model without arcs
  options.edge_features = options.model == "mlp" && !asked ? 0 : data.schema.edge_columns.size();
  options.edge_types = io::arc_types(data.schema);
  if (options.edge_types > 0) {
    options.edge_types_along = data.schema.edge_types.size();
    options.edge_types_against = data.schema.directed ? 0 : data.schema.edge_types.size();
  }
  options.output_scale = data.schema.task == train::Task::regression;
  const bool table = std::holds_alternative<Variable>(data.data.features) && data.schema.encoding.empty();
  options.input_scale = flags.feature_scale.value_or(table ? InputScale::columns : InputScale::none);
  return options;
}

}  // namespace edgewise::cli
