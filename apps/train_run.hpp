#pragma once
/// One training run of `node train`, from data to a finished folder.
#include <memory>
#include <string>

#include "run_folder.hpp"
#include "train_flags.hpp"

namespace edgewise::cli {

/// What a run is called, what shapes it, and where it goes.
struct RunPlan {
  std::string name;       ///< "run 2/5"; empty for a single run
  std::size_t split = 0;  ///< its place in the list of --split
  std::uint64_t seed = 0;
  std::string folder;
};

struct RunResult {
  io::RunScores scores;  ///< baselines left out: they are shared by the runs of a split
  Tensor output;         ///< raw output for all nodes
  train::TrainReport report;
};

/// Every split with every seed.  One run goes to --out itself, several to --out/run-0, run-1, ...
std::vector<RunPlan> plan_runs(const TrainFlags& flags);

/// Trains, or goes on from the run's checkpoint under --resume, or takes over a run that is finished already.  Unless interrupted, the
/// folder then holds model.safetensors, predictions.csv, history.csv, config.json, split.csv.
/// Throws   UsageError when a checkpoint was made under other options, naming the first that differs; NumericError when the loss was
///          never finite: nothing is written then.
RunResult train_run(const TrainFlags& flags, const RunPlan& plan, const io::NodeData& data);

/// The scores of raw output on the three sets.
io::RunScores score(const Tensor& output, const train::Dataset& data);

}  // namespace edgewise::cli
