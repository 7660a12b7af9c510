#include "train_run.hpp"

#include <chrono>
#include <cstdio>
#include <optional>

#include "../core/train/metrics.hpp"
#include "../core/train/relabel.hpp"
#include "../graph/error.hpp"
#include "../graph/reorder.hpp"
#include "../io/data_checksum.hpp"
#include "../io/model_file.hpp"
#include "../io/output_file.hpp"
#include "interrupt.hpp"
#include "outcome.hpp"
#include "progress.hpp"
#include "run_files.hpp"
#include "session.hpp"
#include "summary.hpp"

namespace edgewise::cli {
namespace {

/// The settings of this run and what its data come to: other data under the same names do not pass for the same run.
io::Config run_config(const TrainFlags& flags, const RunPlan& plan, const io::NodeData& data) {
  io::Config config = flags.settings;
  for (auto& [name, value] : config) {
    if (name == "seed") value = plan.seed;
    if (name == "split") value = std::vector<std::string>{flags.data.splits[plan.split]};
    if (name == "runs") value = std::int64_t{1};
  }
  config.emplace_back("nodes", static_cast<std::int64_t>(data.data.graph.num_targets()));
  config.emplace_back("arcs", static_cast<std::int64_t>(data.data.graph.num_arcs()));
  config.emplace_back("columns", static_cast<std::int64_t>(cols_of(data.data.features)));
  config.emplace_back("data checksum", io::data_checksum(data));
  return config;
}

void write_results(RunFolder& folder, const models::NodeModel& model, const io::NodeData& data, const RunResult& result, const std::string& config) {
  io::save_node_model(folder.stage("model.safetensors"), model, data.schema);
  io::save_predictions(folder.stage("predictions.csv"), data, result.output);
  io::save_history(folder.stage("history.csv"), result.report.history);
  io::write_file(folder.stage("config.json"), config);
  io::save_split(folder.stage("split.csv"), data.nodes, data.data.split);
  io::save_metrics(folder.stage("metrics.json"), std::span(&result.scores, 1));
  folder.commit();
}

/// The data under the numbers that --reorder asks for; nothing where they stay as they are.
std::optional<train::Dataset> reordered_data(NodeOrder order, const train::Dataset& data) {
  if (order == NodeOrder::given) return std::nullopt;
  return train::relabel(data, order == NodeOrder::rcm ? reverse_cuthill_mckee(data.graph) : community_order(data.graph));
}

/// A run that an earlier session finished: only its scores are needed, how long it took and how it ended.
RunResult take_over(const RunFolder& folder, const io::NodeData& data) {
  RunResult result;
  const io::RunScores end = io::load_run_end(folder.path() + "/metrics.json");
  const io::TrainedNodeModel trained = io::load_node_model(folder.path());
  result.output = train::predict(*trained.model, data.data.graph, data.data.features, data.data.arcs);
  result.scores = score(result.output, data.data);
  result.scores.seconds = end.seconds;
  result.scores.outcome = end.outcome;
  return result;
}

}  // namespace

std::vector<RunPlan> plan_runs(const TrainFlags& flags) {
  std::vector<RunPlan> plan;
  const std::size_t count = flags.data.splits.size() * flags.runs;
  for (std::size_t split = 0; split < flags.data.splits.size(); ++split)
    for (std::size_t k = 0; k < flags.runs; ++k) {
      const std::string number = std::to_string(plan.size());
      plan.push_back({.name = count == 1 ? "" : "run " + std::to_string(plan.size() + 1) + "/" + std::to_string(count),
                      .split = split,
                      .seed = flags.training.seed + k,
                      .folder = count == 1 ? flags.out : flags.out + "/run-" + number});
    }
  return plan;
}

io::RunScores score(const Tensor& output, const train::Dataset& data) {
  io::RunScores scores;
  scores.test = train::evaluate(output.view(), data.targets, data.split.test);
  scores.validation = train::evaluate(output.view(), data.targets, data.split.validation);
  scores.train = train::evaluate(output.view(), data.targets, data.split.train);
  return scores;
}

RunResult train_run(const TrainFlags& flags, const RunPlan& plan, const io::NodeData& data) {
  RunFolder folder(plan.folder);
  const std::string config = io::config_json(run_config(flags, plan, data));

  const std::optional<io::SavedCheckpoint> saved = checkpoint_of(flags, folder, config);
  if (!saved && finished_before(flags, folder, config, {"model.safetensors", "predictions.csv", "history.csv", "split.csv", "metrics.json"}))
    return take_over(folder, data);

  folder.check_free(run_files());
  train::TrainOptions training = flags.training;
  training.seed = plan.seed;
  const auto model = models::make_node_model<float>(model_options(flags, data), plan.seed);
  Progress progress(plan.name, main_score(data.schema.task, training.monitor), training.epochs);
  train::Checkpoint last;
  const train::Callbacks callbacks = session_callbacks(flags, folder, config, progress, last);

  RunResult result;
  const auto start = std::chrono::steady_clock::now();
  const std::optional<train::Dataset> reordered = reordered_data(flags.reorder, data.data);
  const InterruptWatch watch;  // until the results are written: training is dear, writing is quick
  result.report = fit_from(
      folder, [&] { return train::fit(*model, reordered ? *reordered : data.data, training, callbacks, saved ? &saved->checkpoint : nullptr); });
  if (result.report.stopped == train::Stopped::interrupted) return result;
  if (result.report.stopped == train::Stopped::not_finite && result.report.best_epoch == 0)
    fail<NumericError>("the loss was not a finite number in epoch ", result.report.not_finite_epoch,
                       ", before anything was learned; nothing was written. A smaller --lr or --feature-scale columns may help");
  result.output = train::predict(*model, data.data.graph, data.data.features, data.data.arcs);
  result.scores = score(result.output, data.data);
  result.scores.outcome = outcome_of(result.report.stopped);
  result.scores.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  write_or_keep(flags, folder, config, last, [&] { write_results(folder, *model, data, result, config); });
  return result;
}

}  // namespace edgewise::cli
