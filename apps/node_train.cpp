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
#include "outcome.hpp"
#include "run_files.hpp"
#include "session.hpp"
#include "split_data.hpp"
#include "summary.hpp"
#include "train_run.hpp"
#include "verbs.hpp"

namespace edgewise::cli {
namespace {

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

int stop_interrupted(const RunPlan& plan, const RunResult& result, const TrainFlags& flags) {
  const std::size_t epoch = result.report.history.empty() ? 0 : result.report.history.back().epoch;
  std::fprintf(stderr, "stopped after epoch %zu, saved %s/checkpoint.safetensors; go on with\n  %s\n", epoch, plan.folder.c_str(),
               flags.again.c_str());
  return kInterrupted;
}

int stop_between(const RunPlan& next, const TrainFlags& flags) {
  std::fprintf(stderr, "stopped before %s; go on with\n  %s\n", next.name.c_str(), flags.again.c_str());
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

}  // namespace

int node_train(Args args) {
  TrainFlags flags;
  if (!read_train_flags(args, flags)) return kDone;
  const ThreadLimit limit(flags.threads);
  const std::vector<RunPlan> plan = plan_runs(flags);
  const std::vector<NamedPath> inputs = inputs_of(flags.data);
  keep_apart(inputs, files_of_run("--out", flags.out));
  for (const RunPlan& run : plan)
    if (plan.size() > 1) keep_apart(inputs, files_of_run("--out", run.folder));
  RunFolder folder(flags.out);
  folder.check_free(run_files());
  if (flags.resume && std::none_of(plan.begin(), plan.end(), [](const RunPlan& run) {
        return std::filesystem::exists(run.folder + "/checkpoint.safetensors") || std::filesystem::exists(run.folder + "/model.safetensors");
      }))
    fail<UsageError>("--resume: nothing to resume in ", flags.out, "; leave --resume out to train from the beginning");

  SplitData splits(flags);
  std::map<std::string, io::Scores> simple;
  std::vector<io::RunScores> scores;
  Tensor output;  // of the best run so far, for the confusion
  std::size_t best = 0;
  for (std::size_t k = 0; k < plan.size(); ++k) {
    if (k > 0 && session_over(flags)) return stop_between(plan[k], flags);
    const io::NodeData& data = splits.under(plan[k].split);
    if (k == 0 || plan[k].split != plan[k - 1].split) simple = baselines(data);
    RunResult result = train_run(flags, plan[k], data);
    if (result.report.stopped == train::Stopped::interrupted) return stop_interrupted(plan[k], result, flags);
    say_how_it_ended(plan[k].name, result.report);
    result.scores.baselines = simple;
    scores.push_back(std::move(result.scores));
    best = best_run(scores, data.schema.task, flags.training.monitor);
    if (best == k) output = std::move(result.output);
  }
  const io::NodeData& data = splits.under(plan[best].split);  // the confusion belongs to the best run

  print_scores(flags.model.model, "test", scores);
  print_confusion(data, output, data.data.split.test);
  write_summary(flags, folder, [&] {
    if (plan.size() > 1) {
      const RunFolder winner(plan[best].folder);
      for (const char* name : {"model.safetensors", "predictions.csv", "history.csv", "split.csv"})
        io::write_file(folder.stage(name), winner.read(name));
      io::save_config(folder.stage("config.json"), flags.settings);
    }
    io::save_metrics(folder.stage("metrics.json"), scores);
    folder.commit();
  });
  std::vector<std::string> models{flags.out + "/model.safetensors"};
  for (const RunPlan& run : plan) models.push_back(run.folder + "/model.safetensors");
  drop_stale_models(flags.out, folder.earlier_config(), models);
  std::printf("\nwrote %s: %s\n", flags.out.c_str(), fmt::format("{}", fmt::join(run_files(), " ")).c_str());
  if (plan.size() > 1)
    std::printf("model and predictions there are those of run-%zu, %s\n", best,
                scores[best].validation.empty() ? "the first: there is no validation data to choose by" : "the best on validation data");
  const bool failed =
      std::any_of(scores.begin(), scores.end(), [](const io::RunScores& run) { return run.outcome == outcome_of(train::Stopped::not_finite); });
  return failed ? kFailed : kDone;
}

}  // namespace edgewise::cli
