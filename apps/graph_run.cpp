#include "graph_run.hpp"

#include <chrono>
#include <cstdio>

#include "../core/train/ensemble.hpp"
#include "../core/train/metrics.hpp"
#include "../graph/error.hpp"
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

/// The settings of this member and what its data come to: other data under the same names do not pass for the same run.
io::Config member_config(const GraphTrainFlags& flags, std::uint64_t seed, const train::GraphDataset& data, const io::GraphSchema& schema) {
  io::Config config = flags.settings;
  for (auto& [name, value] : config) {
    if (name == "seed") value = seed;
    if (name == "runs" || name == "ensemble") value = std::int64_t{1};
  }
  config.emplace_back("graphs", static_cast<std::int64_t>(data.graphs.graphs()));
  config.emplace_back("nodes", static_cast<std::int64_t>(data.graphs.batch.graph.num_nodes()));
  config.emplace_back("training graphs", static_cast<std::int64_t>(data.split.train.size()));
  config.emplace_back("data checksum", io::data_checksum(data, schema));
  return config;
}

/// What one member came to.
struct Member {
  std::unique_ptr<models::GraphModel> model;
  Tensor output;
  double seconds = 0;
  std::string outcome = {};  // empty: interrupted
};

Member train_member(const GraphTrainFlags& flags, const std::string& name, const std::string& path, std::uint64_t seed,
                    const train::GraphDataset& data, const io::GraphSchema& schema) {
  RunFolder folder(path);
  const std::string config = io::config_json(member_config(flags, seed, data, schema));
  const std::optional<io::SavedCheckpoint> saved = checkpoint_of(flags, folder, config);
  if (!saved && finished_before(flags, folder, config, {"model.safetensors", "history.csv", "metrics.json"})) {
    const io::RunScores end = io::load_run_end(path + "/metrics.json");
    Member member{io::load_graph_model(path).model, {}, end.seconds, end.outcome};
    member.output = train::predict(*member.model, data.graphs);
    return member;
  }

  folder.check_free(run_files());
  train::TrainOptions training = flags.training;
  training.seed = seed;
  Member member{models::make_graph_model<float>(flags.model, seed), {}, 0};
  Progress progress(name, main_score(data.targets.task, training.monitor), training.epochs);
  train::Checkpoint last;
  const train::Callbacks callbacks = session_callbacks(flags, folder, config, progress, last);

  const auto start = std::chrono::steady_clock::now();
  const train::TrainReport report =
      fit_from(folder, [&] { return train::fit(*member.model, data, training, callbacks, saved ? &saved->checkpoint : nullptr); });
  member.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  if (report.stopped == train::Stopped::interrupted) {
    std::fprintf(stderr, "stopped after epoch %zu, saved %s\n", report.history.back().epoch, folder.checkpoint().c_str());
    return member;
  }
  if (report.stopped == train::Stopped::not_finite && report.best_epoch == 0)
    fail<NumericError>("the loss was not a finite number in epoch ", report.not_finite_epoch,
                       ", before anything was learned; nothing was written. A smaller --lr may help");
  say_how_it_ended(name, report);
  member.outcome = outcome_of(report.stopped);
  member.output = train::predict(*member.model, data.graphs);
  io::RunScores scores = score(member.output, data, schema.outputs);
  scores.seconds = member.seconds;
  scores.outcome = member.outcome;
  write_or_keep(flags, folder, config, last, [&] {
    io::save_graph_model(folder.stage("model.safetensors"), *member.model, schema);
    io::save_history(folder.stage("history.csv"), report.history);
    io::save_metrics(folder.stage("metrics.json"), std::span(&scores, 1));
    io::write_file(folder.stage("config.json"), config);
    folder.commit();
  });
  return member;
}

}  // namespace

std::vector<GraphRun> plan_graph_runs(const GraphTrainFlags& flags) {
  const std::size_t count = flags.folds > 0 ? flags.folds : flags.runs;
  std::vector<GraphRun> runs;
  for (std::size_t k = 0; k < count; ++k) {
    const std::string word = flags.folds > 0 ? "fold" : "run";
    runs.push_back({.name = count == 1 ? "" : word + " " + std::to_string(k + 1) + "/" + std::to_string(count),
                    .seed = flags.training.seed + k,
                    .folder = count == 1 ? flags.out : flags.out + "/run-" + std::to_string(k)});
  }
  return runs;
}

io::RunScores score(const Tensor& output, const train::GraphDataset& data, const std::vector<std::string>& outputs) {
  const auto scores_of = [&](std::span<const NodeId> graphs) {
    io::Scores scores = train::evaluate(output.view(), data.targets, graphs);
    if (data.targets.task == train::Task::classification) return scores;
    const auto columns = train::evaluate_columns(output.view(), data.targets, graphs);
    if (data.targets.task == train::Task::multilabel)
      for (std::size_t c = 0; c < columns.size(); ++c)
        if (columns[c].count("roc_auc") == 0) scores["undefined/" + outputs[c]] = columns[c].at("known");
    if (outputs.size() < 2) return scores;
    double defined = 0;
    for (std::size_t c = 0; c < columns.size(); ++c)
      for (const auto& [name, value] : columns[c]) {
        if (name != "known" && name != "positives") scores[name + "/" + outputs[c]] = value;
        defined += name == "roc_auc" || name == "r2" ? 1 : 0;
      }
    scores[data.targets.task == train::Task::multilabel ? "roc_auc_tasks" : "r2_tasks"] = defined;
    return scores;
  };
  io::RunScores scores;
  scores.test = scores_of(data.split.test);
  scores.validation = scores_of(data.split.validation);
  scores.train = scores_of(data.split.train);
  return scores;
}

GraphRunResult train_graph_run(const GraphTrainFlags& flags, const GraphRun& run, const train::GraphDataset& data, const io::GraphSchema& schema) {
  GraphRunResult result;
  const InterruptWatch watch;
  std::vector<Tensor> outputs;
  std::string outcome;
  for (std::size_t m = 0; m < flags.ensemble; ++m) {
    const bool alone = flags.ensemble == 1;
    const std::string number = std::to_string(m + 1);
    const std::string name = alone ? run.name : (run.name.empty() ? "" : run.name + ", ") + "member " + number;
    if (session_over(flags)) {
      std::fprintf(stderr, "stopped before %s\n", name.c_str());
      result.interrupted = true;
      return result;
    }
    // Seeds of members lie far apart from those of runs, so that run 1's second member is not run 2's first.
    const std::uint64_t seed = m == 0 ? run.seed : mix_bits(run.seed ^ (m << 32)) >> 1;
    Member member = train_member(flags, name, alone ? run.folder : run.folder + "/member-" + number, seed, data, schema);
    result.interrupted = member.outcome.empty();
    if (result.interrupted) return result;
    outcome = worse_outcome(outcome, member.outcome);
    outputs.push_back(std::move(member.output));
    result.scores.seconds += member.seconds;
    result.members.push_back(std::move(member.model));
  }
  result.output = train::mean_output(outputs, data.targets.task);
  const double seconds = result.scores.seconds;
  result.scores = score(result.output, data, schema.outputs);
  result.scores.seconds = seconds;
  result.scores.outcome = outcome;
  result.not_finite = outcome == outcome_of(train::Stopped::not_finite);
  return result;
}

void close_training(RunFolder& folder, const GraphTrainFlags& flags, std::span<const GraphRun> plan, std::span<const io::RunScores> scores) {
  write_summary(flags, folder, [&] {
    io::save_metrics(folder.stage("metrics.json"), scores);
    // A run that stands alone in --out has left its own there, with what its data come to in it: --resume compares them.
    const bool alone = plan.size() == 1 && flags.ensemble == 1;
    if (!alone) io::save_config(folder.stage("config.json"), flags.settings);
    folder.commit();
  });
  std::vector<std::string> models;
  for (const GraphRun& run : plan)
    for (std::size_t m = 0; m < flags.ensemble; ++m)
      models.push_back((flags.ensemble == 1 ? run.folder : run.folder + "/member-" + std::to_string(m + 1)) + "/model.safetensors");
  drop_stale_models(flags.out, folder.earlier_config(), models);
  std::printf("\nwrote %s\n", flags.out.c_str());
}

}  // namespace edgewise::cli
