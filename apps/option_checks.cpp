#include "option_checks.hpp"

#include "../graph/error.hpp"
#include "say.hpp"

namespace edgewise::cli {
namespace {

constexpr const char* kAttention = "choose --model gat, gatv2 or transformer";

bool attends(const std::string& model) { return model == "gat" || model == "gatv2" || model == "transformer"; }

void check_heads(const char* flag, std::size_t heads, std::size_t hidden, const char* way_out) {
  if (hidden % heads != 0) fail<UsageError>("--", flag, ": ", heads, " heads do not divide --hidden ", hidden, "; ", way_out);
}

void check_model(const models::NodeModelOptions& model) {
  if (attends(model.model) && model.head_mix != models::HeadMix::mean)
    check_heads("heads", model.heads, model.hidden, "choose a multiple of the heads for --hidden, or --head-mix mean");
  if (model.value_dropout > 0 && model.model != "gat")
    fail<UsageError>("--value-dropout: got ", model.value_dropout, ", and ", model.model,
                     " drops no values; choose --model gat, or --value-dropout 0");
  if (model.input_dropout > 0 && !model.input_layer)
    fail<UsageError>("--input-dropout: got ", model.input_dropout, ", and there is no input layer; add --input-layer yes, or use --dropout");
  if (model.degree_encoding && !model.input_layer)
    fail<UsageError>("--degree-encoding yes: it is added to the input layer, and there is none; add --input-layer yes");
  if (model.root_weight && !attends(model.model))
    fail<UsageError>("--root-weight yes: ", model.model, " has no such weight; leave it out, or ", kAttention);
}

void check_training(const train::TrainOptions& training, train::Task task) {
  if (training.label_smoothing > 0 && task != train::Task::classification)
    fail<UsageError>("--label-smoothing: got ", training.label_smoothing, ", which is for --task classification; leave it out");
  if (task != train::Task::regression) return;
  if (training.class_weights != train::ClassWeights::none)
    fail<UsageError>("--class-weights balanced: --task regression has no classes; leave it out");
  if (training.monitor == train::Monitor::roc_auc) fail<UsageError>("--monitor roc-auc: --task regression has no such score; choose score or loss");
}

}  // namespace

void check_options(const Flags& flags, const TrainFlags& options) {
  const models::NodeModelOptions& model = options.model;
  const io::NodeFiles& files = options.data.files;
  check_model(model);
  check_training(options.training, files.task);
  if (!files.edge_type.empty() && !attends(model.model))
    fail<UsageError>("--edge-type: ", model.model, " cannot use edge types; leave it out, or ", kAttention);
  if (!files.edge_columns.empty() && model.model == "mlp") fail<UsageError>("--edge-columns: mlp has no edges; leave it out, or ", kAttention);
  if (flags.given("direction-bias") != nullptr && files.edge_type.empty())
    fail<UsageError>("--direction-bias: it belongs to edge types; name their column with --edge-type, or leave it out");
  if (flags.given("encoding") != nullptr && !files.features.empty())
    fail<UsageError>("--encoding: it takes the place of features, and there is ", files.features,
                     flags.given("features") != nullptr ? "; leave --encoding or --features out"
                                                        : "; leave --encoding out, or name --edges and --labels one by one instead of --data");
}

void check_options(const GraphTrainFlags& options) {
  const models::GraphModelOptions& model = options.model;
  if (attends(model.model)) check_heads("heads", model.heads, model.hidden, "choose a multiple of the heads for --hidden");
  if (model.readout == models::Readout::attention)
    check_heads("readout-heads", model.readout_heads, model.hidden, "choose a multiple of the heads for --hidden");
}

void check_against_data(const TrainFlags& options, const io::NodeData& data) {
  const std::size_t outputs = data.schema.outputs.size();
  if (options.training.monitor == train::Monitor::roc_auc && data.schema.task == train::Task::classification && outputs != 2)
    fail<UsageError>("--monitor roc-auc: it is for two classes or --task multilabel, and the labels have ", outputs,
                     " classes; choose score or loss");
  if (options.model.model == "gcn" && data.schema.edge_columns.size() > 1)
    fail<UsageError>("--edge-columns: gcn takes one column, as the weight of an edge, and there are ", data.schema.edge_columns.size(),
                     "; leave all but one out (--no-weights drops a weight column), or ", kAttention);
}

void say_without_effect(const Flags& flags, const TrainFlags& options) {
  const auto unless = [&](bool used, const char* flag, const std::string& why) {
    if (!used && flags.given(flag) != nullptr) say(std::string("--").append(flag).append(": without effect, ").append(why).append("\n"));
  };
  const models::NodeModelOptions& model = options.model;
  const bool attention = attends(model.model);
  unless(options.training.optimizer == train::Optimizer::sgd, "momentum", "it is of --optimizer sgd");
  for (const char* flag : {"heads", "out-heads", "head-mix", "attention-dropout", "slope"})
    unless(attention, flag, model.model + " has no attention heads");
  // With an input layer every graph layer is a hidden one, without it the last is the output.
  const bool hidden = model.layers > 1 || model.input_layer;
  if (attention)
    for (const char* flag : {"heads", "head-mix"}) unless(hidden, flag, "--layers 1 is a last layer alone, which averages the heads of --out-heads");
  unless(model.norm != models::Norm::none, "norm-place", "there is no --norm");
}

}  // namespace edgewise::cli
