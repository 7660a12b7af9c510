#include <cstdio>
#include <span>
#include <vector>

#include "../core/train/ensemble.hpp"
#include "../graph/error.hpp"
#include "../graph/rows.hpp"
#include "../io/mol/molecule_model.hpp"
#include "../io/mol/splits.hpp"
#include "finite_output.hpp"
#include "graph_run.hpp"
#include "mol_flags.hpp"
#include "own_files.hpp"
#include "say.hpp"
#include "summary.hpp"
#include "task_table.hpp"
#include "verbs.hpp"

namespace edgewise::cli {
namespace {

enum class Part { all, train, validation, test };

std::vector<NodeId> molecules_of(Part part, const std::string& split, const mol::MoleculeData& data) {
  if (part == Part::all) {
    std::vector<NodeId> all;
    for (std::size_t m = 0; m < data.data.graphs.graphs(); ++m) all.push_back(static_cast<NodeId>(m));
    return all;
  }
  const train::Split sets = mol::load_split(split, data.row);
  return part == Part::train ? sets.train : part == Part::validation ? sets.validation : sets.test;
}

}  // namespace

int mol_evaluate(Args args) {
  mol::LoadOptions load;
  std::string model_path, split, out;
  Part part = Part::test;
  std::size_t threads = 0;
  Flags flags("mol evaluate", "Scores a trained model on molecules whose labels are known.");
  flags.text("model", "PATH", model_path, "run folder of mol train, or a .safetensors file").required();
  flags.text("data", "FILE", load.path, "CSV, TSV or SDF with a column for each task of the model").required();
  flags.text("split", "FILE", split, "split.csv of a run: one of its sets is scored; without: all molecules");
  flags.choice("set", part, {{"train", Part::train}, {"validation", Part::validation}, {"test", Part::test}}, "which");
  flags.text("out", "FILE", out, "scores as JSON, in the form of metrics.json");
  flags.whole("threads", threads, {0, 4096}, "0: all cores; scores do not depend on it");
  add_record_flags(flags, load.records);
  flags.example("mol evaluate --model runs/solvents --data tests/data/molecules/solvents.csv --split runs/solvents/split.csv");
  if (!flags.read(args)) return kDone;
  if (split.empty()) {
    if (flags.given("set") != nullptr) fail<UsageError>("--set: which molecules are in it? give --split FILE too, or leave --set out");
    part = Part::all;
  }
  const std::vector<NamedPath> inputs{{"--model", model_path}, {"--data", load.path}, {"--split", split}};
  const NamedPath output{"--out", out};
  keep_apart(inputs, std::span(&output, 1));

  const ThreadLimit limit(threads);
  const mol::MoleculeModel model = mol::load_molecule_model(model_path);
  say_notes(model.notes);
  load.tasks = model.schema.tasks;
  load.regression = model.schema.task == train::Task::regression;
  load.preparation = model.schema.preparation;
  load.features = model.schema.features;
  load.structures = false;
  mol::MoleculeData data = mol::load_molecules(load);
  print_notes(data, load.path);
  data.data.split.test = molecules_of(part, split, data);

  std::vector<Tensor> outputs;
  for (const auto& member : model.members) outputs.push_back(train::predict(*member, data.data.graphs));
  const Tensor said = train::mean_output(outputs, model.schema.task);
  check_finite(said, [&rows = data.row](std::size_t m) { return "row " + std::to_string(rows[m]); });
  io::RunScores scores = score(said, data.data, model.schema.tasks);
  std::printf("%zu molecules of %zu records\n", data.data.split.test.size(), data.records);
  print_scores(model.members.size() == 1 ? model.members[0]->options().model : std::to_string(model.members.size()) + " models", "scored",
               std::span(&scores, 1));
  print_tasks(model.schema.tasks, model.schema.task, std::span(&scores, 1));
  if (!out.empty()) io::save_metrics(out, std::span(&scores, 1));
  return kDone;
}

}  // namespace edgewise::cli
