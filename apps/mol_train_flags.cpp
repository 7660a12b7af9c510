#include "mol_train_flags.hpp"

#include "../graph/error.hpp"
#include "warmup.hpp"

namespace edgewise::cli {
namespace {

using Calibrate = MolTrainFlags::Calibrate;

/// What the search in docs/accuracy.md ended with.
void set_defaults(MolTrainFlags& to) {
  models::GraphModelOptions& model = to.train.model;
  model.model = "gine";
  model.layers = 3;
  model.hidden = 128;
  model.head_hidden = 128;
  model.extra_hidden = 128;
  model.readout = models::Readout::mean;
  model.dropout = 0.2F;
  model.head_dropout = 0.4F;
  model.extra_dropout = 0.5F;
  train::TrainOptions& training = to.train.training;
  training.optimizer = train::Optimizer::adamw;
  training.schedule = train::Schedule::cosine;
  training.epochs = 40;
  training.warmup = 2;
  training.patience = 0;
  training.lr = 0.001F;
  training.weight_decay = 0.05F;
  training.clip = 1;
  training.batch = 64;
  to.load.features.fingerprint_bits = 1024;
  to.load.features.descriptors = true;
}

/// tox21 is the default, said aloud; sider has few molecules for its many tasks: a smaller network, a longer fingerprint, weaker dropout;
/// tetrahymena is a regression.
void set_preset(const std::string& name, MolTrainFlags& to) {
  check_name("preset", name, {"tox21", "sider", "tetrahymena"});
  models::GraphModelOptions& model = to.train.model;
  if (name == "sider") {
    model.layers = 2;
    model.hidden = model.extra_hidden = 64;
    model.dropout = 0.1F;
    model.head_dropout = 0.2F;
    model.extra_dropout = 0.3F;
    to.load.features.fingerprint_bits = 2048;
  } else if (name == "tetrahymena") {
    to.load.regression = true;
    to.train.training.epochs = 80;
    to.train.training.warmup = 4;
  }
}

/// What --split means, as far as its word tells.
void settle_split(MolTrainFlags& to) {
  const std::string column = "column:";
  if (to.split.starts_with(column)) {
    to.load.split_column = to.split.substr(column.size());
    if (to.load.split_column.empty()) fail<UsageError>("--split: got 'column:', expected column:NAME");
  } else {
    to.rule = mol::split_request(to.split);
  }
}

}  // namespace

bool read_mol_train_flags(Args args, MolTrainFlags& to) {
  Flags flags("mol train", "Trains a model on molecules with labels; writes it with its predictions and scores to --out.");
  set_defaults(to);
  std::string preset;
  flags.section("Data");
  flags.text("data", "FILE", to.load.path, "CSV, TSV, .smi or SDF, each also .gz or .zst").required();
  add_task_flags(flags, to.load);
  flags.text("split", "RULE", to.split, "random|scaffold[-balanced|-published][:80/10/10], column:C or FILE");
  flags.text("preset", "NAME", preset, "a named recipe: tox21, sider, tetrahymena; other flags override it");
  flags.section("Features beside the graph");
  flags.whole("fingerprint-bits", to.load.features.fingerprint_bits, {0, 1 << 16}, "Morgan fingerprint, a multiple of 64; 0: none");
  flags.whole("fingerprint-radius", to.load.features.fingerprint_radius, {0, 8}, "bonds around an atom").rare();
  flags.yes_no("descriptors", to.load.features.descriptors, "RDKit's 2D descriptors");
  add_graph_model_flags(flags, to.train.model);
  add_graph_training_flags(flags, to.train.training);
  flags.choice("calibrate", to.calibrate, {{"none", Calibrate::none}, {"temperature", Calibrate::temperature}, {"platt", Calibrate::platt}},
               "fit probabilities to the validation set");
  flags.yes_no("domain", to.domain, "keep hashed fingerprints of the training molecules in the model").rare();
  add_graph_session_flags(flags, to.train);
  add_preparation_flags(flags, to.load.preparation);
  add_record_flags(flags, to.load.records);
  flags.example("mol train --data tests/data/molecules/solvents.csv --split random:60/20/20 --out runs/solvents");

  if (!flags.parse(args)) return false;
  if (const std::string* name = flags.given("preset")) set_preset(*name, to);
  flags.apply();
  settle_warmup(flags, to.train.training);
  check(to.train);
  settle_split(to);
  if (to.load.path == "-") fail<UsageError>("--data: a file, not standard input: several runs read it again");
  to.train.settings = flags.settings();
  return true;
}

}  // namespace edgewise::cli
