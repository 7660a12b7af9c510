#pragma once
/// Training runs of graph models, from data to finished folders; what node runs are in train_run.hpp.
#include <functional>
#include <memory>
#include <span>

#include "../core/train/graph_trainer.hpp"
#include "../io/graph_model_file.hpp"
#include "graph_flags.hpp"
#include "run_folder.hpp"

namespace edgewise::cli {

/// One split with one seed; every member of the ensemble is trained on it.
struct GraphRun {
  std::string name;  ///< "run 2/5"; empty for a single one
  std::uint64_t seed = 0;
  std::string folder;
};
/// --runs or --folds.  One run goes to --out itself, several to --out/run-0, run-1, ...
std::vector<GraphRun> plan_graph_runs(const GraphTrainFlags& flags);

struct GraphRunResult {
  Tensor output;  ///< raw output for all graphs, of the ensemble where there is one (core/train/ensemble.hpp)
  io::RunScores scores;
  bool interrupted = false;
  bool not_finite = false;
  std::vector<std::unique_ptr<models::GraphModel>> members;
};

/// Trains the members of a run one after the other, or goes on from a checkpoint under --resume, or takes over members that are finished.
/// One member lies in the run's folder itself, several in member-1, member-2, ... below it: model.safetensors, history.csv, metrics.json,
/// config.json. Throws   UsageError when a checkpoint was made under other options, naming the first that differs; NumericError when the loss was
/// never finite.
GraphRunResult train_graph_run(const GraphTrainFlags& flags, const GraphRun& run, const train::GraphDataset& data, const io::GraphSchema& schema);

/// The end of a training verb: metrics.json and config.json of all runs, and a line that says where they are.  Model files that an earlier
/// run under other --runs, --folds or --ensemble left in --out go, said on stderr: they would pass for this one's.
void close_training(RunFolder& folder, const GraphTrainFlags& flags, std::span<const GraphRun> plan, std::span<const io::RunScores> scores);

/// Scores of the three sets; for several outputs also each by name, "roc_auc/NR-AR", and over how many of them a mean is, "roc_auc_tasks".
io::RunScores score(const Tensor& output, const train::GraphDataset& data, const std::vector<std::string>& outputs);

}  // namespace edgewise::cli
