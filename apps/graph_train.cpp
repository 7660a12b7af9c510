#include <cstdio>
#include <filesystem>

#include "../core/ops/readout.hpp"
#include "../core/train/baselines.hpp"
#include "../core/train/metrics.hpp"
#include "../graph/error.hpp"
#include "../graph/rows.hpp"
#include "../io/output_file.hpp"
#include "../io/tu_graphs.hpp"
#include "graph_results.hpp"
#include "graph_run.hpp"
#include "run_files.hpp"
#include "say.hpp"
#include "session.hpp"
#include "summary.hpp"
#include "verbs.hpp"
#include "warmup.hpp"

namespace edgewise::cli {
namespace {

struct TuFlags {
  std::string data;
  GraphTrainFlags train;
};

bool read_flags(Args args, TuFlags& to) {
  Flags flags("graph train", "Trains a model that tells the label of a graph; writes it with its predictions and scores to --out.");
  GraphTrainFlags& train = to.train;
  train.model.model = "gine";
  train.model.readout = models::Readout::sum;
  train.model.hidden = 64;
  train.model.head_hidden = 64;
  train.model.layers = 4;
  train.model.dropout = 0.1F;
  train.model.head_dropout = 0.4F;
  train.training.optimizer = train::Optimizer::adamw;
  train.training.schedule = train::Schedule::cosine;
  train.training.epochs = 100;
  train.training.patience = 0;
  train.training.lr = 0.002F;
  train.training.weight_decay = 0.01F;
  train.training.batch = 32;
  train.training.clip = 1;
  train.training.monitor = train::Monitor::loss;
  flags.section("Data");
  flags.text("data", "DIR", to.data, "folder with DS_A.txt, DS_graph_indicator.txt, ... (docs/formats.md)").required();
  add_graph_model_flags(flags, train.model);
  add_graph_training_flags(flags, train.training);
  add_graph_session_flags(flags, train);
  flags.example("graph train --data datasets/touching --folds 5 --out runs/touching");
  if (!flags.read(args)) return false;
  settle_warmup(flags, train.training);
  check(train);
  train.settings = flags.settings();
  train.again = resume_command("graph train", args);
  return true;
}

/// What the columns alone say, summed over nodes and edges: a linear model that sees no structure.
Tensor columns_only_output(const train::GraphDataset& data) {
  const Variable nodes = ops::sum_readout(node_membership(data.graphs.batch), Variable(data.graphs.nodes));
  const Variable arcs = ops::sum_readout(arc_membership(data.graphs.batch), Variable(data.graphs.arcs));
  const auto graphs = static_cast<NodeId>(data.graphs.graphs());
  Tensor sums = Tensor::uninitialized(graphs, nodes.cols() + arcs.cols());
  for (std::size_t g = 0; g < graphs; ++g) {
    const auto middle = std::copy(nodes.value().row(g).begin(), nodes.value().row(g).end(), sums.row(g).begin());
    std::copy(arcs.value().row(g).begin(), arcs.value().row(g).end(), middle);
  }
  return train::features_only_output({Graph::from_edges(graphs, {}), Variable(std::move(sums)), {}, data.targets, data.split});
}

std::map<std::string, io::Scores> baselines(const train::GraphDataset& data) {
  const auto on_test = [&](const Tensor& output) { return train::evaluate(output.view(), data.targets, data.split.test); };
  return {{data.targets.task == train::Task::regression ? "mean" : "majority", on_test(train::constant_output(data.targets, data.split.train))},
          {"counts only", on_test(columns_only_output(data))}};
}

/// Results may go to the folder of the data, but over none of its files, not through a link either.
void keep_apart_from_data(const std::string& data, std::span<const GraphRun> plan) {
  const std::vector<NamedPath> inputs = files_of_tu_folder(data);
  for (const GraphRun& run : plan) keep_apart(inputs, files_of_run("--out", run.folder));
}

}  // namespace

int graph_train(Args args) {
  TuFlags flags;
  if (!read_flags(args, flags)) return kDone;
  const ThreadLimit limit(flags.train.threads);
  const std::vector<GraphRun> plan = plan_graph_runs(flags.train);
  keep_apart_from_data(flags.data, plan);
  RunFolder folder(flags.train.out);
  folder.check_free(run_files());

  io::TuGraphs graphs = io::load_tu_graphs(flags.data);
  train::GraphDataset& data = graphs.data;
  say_notes(graphs.notes);
  std::printf("data: %zu graphs, %u nodes, %llu arcs; %zu node columns, %zu edge columns; %zu %s\n", data.graphs.graphs(),
              data.graphs.batch.graph.num_nodes(), static_cast<unsigned long long>(data.graphs.batch.graph.num_arcs()), graphs.node_columns.size(),
              graphs.arc_columns.size(), graphs.outputs.size(), data.targets.task == train::Task::regression ? "values" : "classes");
  std::fflush(stdout);
  models::GraphModelOptions& model = flags.train.model;
  model.node_columns = graphs.node_columns.size();
  model.arc_columns = graphs.arc_columns.size();
  model.out = graphs.outputs.size();
  model.output_scale = data.targets.task == train::Task::regression;
  const io::GraphSchema schema{.task = data.targets.task,
                               .node_columns = graphs.node_columns,
                               .arc_columns = graphs.arc_columns,
                               .extra_columns = {},
                               .outputs = graphs.outputs};
  std::vector<train::Split> folds;
  if (flags.train.folds > 0) folds = train::fold_splits(data.targets, flags.train.folds, flags.train.training.seed);

  std::vector<io::RunScores> scores;
  bool failed = false;
  for (std::size_t k = 0; k < plan.size(); ++k) {
    data.split = folds.empty() ? train::random_split(data.targets, 0.8, 0.1, 0.1, plan[k].seed) : folds[k];
    GraphRunResult result = train_graph_run(flags.train, plan[k], data, schema);
    if (result.interrupted) {
      std::fprintf(stderr, "go on with\n  %s\n", flags.train.again.c_str());
      return kInterrupted;
    }
    failed = failed || result.not_finite;
    result.scores.baselines = baselines(data);
    scores.push_back(result.scores);
    RunFolder run(plan[k].folder);
    write_summary(flags.train, run, [&] {
      save_graph_predictions(run.stage("predictions.csv"), data.targets, data.split, result.output, graphs.outputs);
      run.commit();
    });
  }
  print_scores(model.model, "test", scores);
  close_training(folder, flags.train, plan, scores);
  return failed ? kFailed : kDone;
}

}  // namespace edgewise::cli
