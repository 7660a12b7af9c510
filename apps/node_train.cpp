#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>

#include "../core/train/baselines.hpp"
#include "../core/train/metrics.hpp"
#include "../graph/error.hpp"
#include "../graph/rows.hpp"
#include "../io/model_file.hpp"
#include "../io/output_file.hpp"
#include "progress.hpp"
#include "say.hpp"
#include "session.hpp"
#include "summary.hpp"
#include "train_run.hpp"
#include "verbs.hpp"

namespace edgewise::cli {
namespace {

/// What a finished run leaves in --out.
constexpr const char* kResults[] = {"model.safetensors", "predictions.csv", "metrics.json", "history.csv", "config.json", "split.csv"};

io::NodeData load(const TrainFlags& flags, const std::string& split) {
  io::NodeFiles files = flags.data.files;
  files.split = split;
  io::NodeData data = io::load_node_data(files, flags.training.seed);
  io::drop_unused_arcs(data, model_options(flags, data));
  return data;
}

/// Without a labelled training node there is nothing to learn: said by the files, before any work.
void check_trainable(const TrainFlags& flags, const std::string& split, const io::NodeData& data) {
  const std::vector<NodeId>& nodes = data.data.split.train;
  const bool drawn = split.starts_with("random:");
  if (nodes.empty() && !drawn) fail<DataError>(split, ": no training node, expected lines like NODE,train; mend it, or leave --split out");
  if (std::any_of(nodes.begin(), nodes.end(), [&](NodeId node) { return train::has_target(data.data.targets, node); })) return;
  const std::string labels = flags.data.files.labels.empty() ? flags.data.files.features : flags.data.files.labels;
  fail<DataError>(labels, ": no label for any of the ", nodes.size(), " training nodes of ", split, "; label some of them, or split otherwise");
}

void introduce(const io::NodeData& data) {
  say_notes(data.notes);
  std::printf("%s\n", describe(data).c_str());
  std::fflush(stdout);
}

/// What the features alone and a constant reach on the test nodes.
std::map<std::string, io::Scores> baselines(const io::NodeData& data) {
  std::map<std::string, io::Scores> scores;
  const train::Dataset& set = data.data;
  const auto on_test = [&](const Tensor& output) { return train::evaluate(output.view(), set.targets, set.split.test); };
  const char* constant = data.schema.task == train::Task::regression ? "mean" : "majority";
  scores[constant] = on_test(train::constant_output(set.targets, set.split.train));
  // Encodings are made from the graph: with them "features only" would not be what it says.
  if (!data.schema.encoding.empty()) return scores;
  std::fprintf(stderr, "baseline: a linear model of the features alone\n");
  scores["features only"] = on_test(train::features_only_output(set));
  return scores;
}

int stop_interrupted(const RunPlan& plan, const RunResult& result, Args args) {
  const std::size_t epoch = result.report.history.empty() ? 0 : result.report.history.back().epoch;
  std::fprintf(stderr, "stopped after epoch %zu, saved %s/checkpoint.safetensors; go on with\n  %s\n", epoch, plan.folder.c_str(),
               resume_command("node train", args).c_str());
  return kInterrupted;
}

/// The run that did best on validation data (the first where there are none): its model stands for all of them.
std::size_t best_run(const std::vector<io::RunScores>& runs, train::Task task, train::Monitor monitor) {
  const auto [name, words, sign] = main_score(task, monitor);
  std::size_t best = 0;
  std::optional<double> top;
  for (std::size_t k = 0; k < runs.size(); ++k) {
    const auto found = runs[k].validation.find(name);
    if (found == runs[k].validation.end() || (top && sign * found->second <= *top)) continue;
    top = sign * found->second;
    best = k;
  }
  return best;
}

void say_how_it_ended(const train::TrainReport& report) {
  if (report.history.empty()) return;  // finished in an earlier session
  if (report.stopped == train::Stopped::not_finite)
    std::fprintf(stderr, "the loss was not a finite number in epoch %zu; the model of epoch %zu was kept\n", report.not_finite_epoch,
                 report.best_epoch);
  else if (report.stopped == train::Stopped::early)
    std::fprintf(stderr, "stopped early after epoch %zu; the model of epoch %zu is kept\n", report.history.back().epoch, report.best_epoch);
}

}  // namespace

int node_train(Args args) {
  TrainFlags flags;
  if (!read_train_flags(args, flags)) return kDone;
  const ThreadLimit limit(flags.threads);
  const std::vector<RunPlan> plan = plan_runs(flags);
  std::vector<NamedPath> outputs;
  for (const char* name : kResults) outputs.push_back({"--out", flags.out + "/" + name});
  keep_apart(inputs_of(flags.data), outputs);
  RunFolder folder(flags.out);
  if (flags.resume && std::none_of(plan.begin(), plan.end(), [](const RunPlan& run) {
        return std::filesystem::exists(run.folder + "/checkpoint.safetensors") || std::filesystem::exists(run.folder + "/model.safetensors");
      }))
    fail<UsageError>("--resume: nothing to resume in ", flags.out, "; leave --resume out to train from the beginning");

  io::NodeData data;
  std::map<std::string, io::Scores> simple;
  std::vector<io::RunScores> scores;
  Tensor output;  // of the best run so far, for the confusion
  std::size_t best = 0;
  bool failed = false;
  for (std::size_t k = 0; k < plan.size(); ++k) {
    if (k == 0 || plan[k].split != plan[k - 1].split) {
      data = load(flags, plan[k].split);
      if (k == 0) introduce(data);
      check_trainable(flags, plan[k].split, data);
      simple = baselines(data);
    }
    RunResult result = train_run(flags, plan[k], data);
    if (result.report.stopped == train::Stopped::interrupted) return stop_interrupted(plan[k], result, args);
    say_how_it_ended(result.report);
    failed = failed || result.report.stopped == train::Stopped::not_finite;
    result.scores.baselines = simple;
    scores.push_back(std::move(result.scores));
    best = best_run(scores, data.schema.task, flags.training.monitor);
    if (best == k) output = std::move(result.output);
  }
  // The confusion belongs to the best run; with several splits its nodes are needed again.
  if (plan[best].split != plan.back().split) data = load(flags, plan[best].split);

  print_scores(flags.model.model, "test", scores);
  print_confusion(data, output, data.data.split.test);
  if (plan.size() > 1) {
    const RunFolder winner(plan[best].folder);
    for (const char* name : {"model.safetensors", "predictions.csv", "history.csv", "split.csv"})
      io::write_file(folder.stage(name), winner.read(name));
    io::save_config(folder.stage("config.json"), flags.settings);
  }
  io::save_metrics(folder.stage("metrics.json"), scores);
  folder.commit();
  std::printf("\nwrote %s: %s\n", flags.out.c_str(), fmt::format("{}", fmt::join(kResults, " ")).c_str());
  if (plan.size() > 1) std::printf("model and predictions there are those of run-%zu, the best on validation data\n", best);
  return failed ? kFailed : kDone;
}

}  // namespace edgewise::cli
