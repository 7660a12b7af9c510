#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <set>

#include "../core/train/baselines.hpp"
#include "../core/train/metrics.hpp"
#include "../graph/error.hpp"
#include "../graph/rows.hpp"
#include "../io/graph_notes.hpp"
#include "../io/mol/molecule_model.hpp"
#include "../io/mol/splits.hpp"
#include "graph_results.hpp"
#include "graph_run.hpp"
#include "mol_calibration.hpp"
#include "mol_train_flags.hpp"
#include "run_files.hpp"
#include "session.hpp"
#include "summary.hpp"
#include "task_table.hpp"
#include "verbs.hpp"

namespace edgewise::cli {
namespace {

/// A --split that is neither a rule nor a file is known before any molecule is read.
void check_split(const MolTrainFlags& flags) {
  if (flags.train.folds > 0 || !flags.load.split_column.empty() || flags.rule || std::filesystem::exists(flags.split)) return;
  fail<DataError>("--split: ", flags.split, ": No such file, and no rule (random, scaffold, scaffold-balanced, scaffold-published or column:NAME)");
}

/// The split of every run.
std::vector<train::Split> splits_of(const MolTrainFlags& flags, const mol::MoleculeData& data, std::size_t runs) {
  if (flags.train.folds > 0) return mol::structure_folds(data.structures, flags.train.folds, flags.train.training.seed);
  std::vector<train::Split> splits;
  for (std::size_t k = 0; k < runs; ++k) {
    const std::uint64_t seed = flags.train.training.seed + k;
    if (flags.rule) {
      splits.push_back(mol::split_structures(data.structures, *flags.rule, seed));
    } else if (!flags.load.split_column.empty()) {
      std::vector<io::Set> sets;
      for (std::size_t m = 0; m < data.sets.size(); ++m)
        sets.push_back(mol::set_named(data.sets[m], flags.load.path + ":" + std::to_string(data.set_line[m])));
      splits.push_back(mol::split_of_sets(sets));
    } else {
      splits.push_back(mol::load_split(flags.split, data.row));
    }
  }
  return splits;
}

/// Hashed fingerprints as a sparse table: what the baseline sees.
Sparse bits_of(const mol::MoleculeData& data) {
  std::vector<EdgeId> begin{0};
  std::vector<NodeId> column;
  std::size_t words = 0;
  for (const auto& fingerprint : data.fingerprints) {
    words = fingerprint.size();
    for (std::size_t b = 0; b < 64 * words; ++b)
      if ((fingerprint[b / 64] >> (b % 64) & 1U) != 0) column.push_back(static_cast<NodeId>(b));
    begin.push_back(column.size());
  }
  std::vector<float> ones(column.size(), 1.0F);
  return {Csr(static_cast<NodeId>(64 * words), std::move(begin), std::move(column)), std::move(ones)};
}

constexpr const char* kBaseline = "Morgan + linear";

std::map<std::string, io::Scores> baselines(const mol::MoleculeData& data, const Sparse& bits) {
  const train::GraphDataset& set = data.data;
  const auto molecules = static_cast<NodeId>(set.graphs.graphs());
  const Tensor output = train::features_only_output({Graph::from_edges(molecules, {}), bits, {}, set.targets, set.split});
  const auto on_test = [&](const Tensor& y) { return train::evaluate(y.view(), set.targets, set.split.test); };
  return {{kBaseline, on_test(output)},
          {set.targets.task == train::Task::regression ? "mean" : "majority", on_test(train::constant_output(set.targets, set.split.train))}};
}

mol::MoleculeSchema schema_of(const MolTrainFlags& flags, const mol::MoleculeData& data) {
  mol::MoleculeSchema schema;
  schema.task = data.data.targets.task;
  schema.tasks = data.tasks;
  schema.preparation = flags.load.preparation;
  schema.features = data.features;
  return schema;
}

/// Those of the training molecules: others are strangers, whatever the rest of the file holds.
std::vector<std::string> elements_of(const mol::MoleculeData& data) {
  std::set<std::string> elements;
  for (const NodeId m : data.data.split.train) elements.insert(data.elements_in[m].begin(), data.elements_in[m].end());
  return {elements.begin(), elements.end()};
}

mol::Domain domain_of(const mol::MoleculeData& data) {
  mol::Domain domain;
  for (const NodeId m : data.data.split.train) domain.add(data.fingerprints[m]);
  return domain;
}

void compare(const std::vector<io::RunScores>& runs, train::Task task) {
  const char* name = task == train::Task::regression ? "r2" : "roc_auc";
  double ours = 0, theirs = 0, count = 0;
  for (const io::RunScores& run : runs) {
    const auto mine = run.test.find(name);
    const auto simple = run.baselines.at(kBaseline).find(name);
    if (mine == run.test.end() || simple == run.baselines.at(kBaseline).end()) continue;
    ours += mine->second, theirs += simple->second, count += 1;
  }
  if (count > 0 && ours <= theirs)
    std::printf("the network does not beat the fingerprint baseline here (%.4f against %.4f): prefer the simpler model, or more data\n", ours / count,
                theirs / count);
}

}  // namespace

int mol_train(Args args) {
  MolTrainFlags flags;
  if (!read_mol_train_flags(args, flags)) return kDone;
  check_split(flags);
  const ThreadLimit limit(flags.train.threads);
  flags.train.again = resume_command("mol train", args);
  const std::vector<GraphRun> plan = plan_graph_runs(flags.train);
  const std::vector<NamedPath> inputs{{"--data", flags.load.path}, {"--split", flags.split}};  // where --split is a word, no file has its name
  keep_apart(inputs, files_of_run("--out", flags.train.out));
  for (const GraphRun& run : plan)
    if (plan.size() > 1) keep_apart(inputs, files_of_run("--out", run.folder));
  RunFolder folder(flags.train.out);
  flags.load.fingerprints = true;
  mol::MoleculeData molecules = mol::load_molecules(flags.load);
  print_notes(molecules, flags.load.path);
  train::GraphDataset& data = molecules.data;
  const bool regression = data.targets.task == train::Task::regression;
  std::printf("data: %s of %zu records; %s; %zu atom, %zu bond and %zu extra columns\n",
              io::counted(data.graphs.graphs(), "molecule", "molecules").c_str(), molecules.records,
              io::counted(molecules.tasks.size(), "task", "tasks").c_str(), data.graphs.nodes.cols(), data.graphs.arcs.cols(),
              data.graphs.extras.cols());
  std::printf("%s\n", mol::in_words(mol::find_duplicates(molecules.structures, data.targets)).c_str());
  std::fflush(stdout);

  models::GraphModelOptions& model = flags.train.model;
  model.node_columns = data.graphs.nodes.cols();
  model.arc_columns = data.graphs.arcs.cols();
  model.extra_columns = data.graphs.extras.cols();
  model.out = molecules.tasks.size();
  model.output_scale = regression;
  mol::MoleculeSchema schema = schema_of(flags, molecules);
  const std::vector<train::Split> splits = splits_of(flags, molecules, plan.size());
  const Sparse bits = bits_of(molecules);

  std::vector<io::RunScores> scores;
  bool failed = false;
  for (std::size_t k = 0; k < plan.size(); ++k) {
    data.split = splits[k];
    if (const std::size_t astride = mol::count_astride(molecules.structures, data.split); astride > 0)
      std::fprintf(stderr, "%zu structures stand on both sides of this split; its scores flatter\n", astride);
    GraphRunResult result = train_graph_run(flags.train, plan[k], data, mol::graph_schema(schema, {}));
    if (result.interrupted) {
      std::fprintf(stderr, "go on with\n  %s\n", flags.train.again.c_str());
      return kInterrupted;
    }
    failed = failed || result.not_finite;
    result.scores.baselines = baselines(molecules, bits);
    const std::vector<train::Calibration> calibration = calibrate(flags.calibrate, data, result.output);
    add_calibration(result.scores.validation, molecules.tasks, calibration);
    scores.push_back(result.scores);

    // What is known only now goes into the members' files.
    mol::MoleculeSchema whole = schema;
    whole.elements = elements_of(molecules);
    whole.calibration = calibration;
    const mol::Domain domain = flags.domain ? domain_of(molecules) : mol::Domain();
    for (std::size_t m = 0; m < result.members.size(); ++m) {
      const std::string path = result.members.size() == 1 ? plan[k].folder : plan[k].folder + "/member-" + std::to_string(m + 1);
      mol::save_molecule_model(path + "/model.safetensors", *result.members[m], whole, m == 0 ? domain : mol::Domain());
    }
    RunFolder run(plan[k].folder);
    save_graph_predictions(run.stage("predictions.csv"), data.targets, data.split, result.output, molecules.tasks, "row", molecules.row);
    mol::save_splits(run.stage("split.csv"), molecules.structures, molecules.row, std::span(&splits[k], 1));
    run.commit();
  }
  print_scores(model.model, "test", scores);
  print_tasks(molecules.tasks, data.targets.task, scores);
  print_calibration(molecules.tasks, scores);
  compare(scores, data.targets.task);
  close_training(folder, flags.train, plan, scores);
  return failed ? kFailed : kDone;
}

}  // namespace edgewise::cli
