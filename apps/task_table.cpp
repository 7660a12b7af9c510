#include "task_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>

namespace edgewise::cli {

namespace {

/// The tasks that have no ROC-AUC, and over how many labels: "NR-AR: ROC-AUC and PR-AUC undefined (1 class, n=3)".
void print_undefined(const std::vector<std::string>& tasks, std::span<const io::RunScores> runs) {
  for (std::size_t k = 0; k < runs.size(); ++k)
    for (const std::string& task : tasks) {
      const auto found = runs[k].test.find("undefined/" + task);
      if (found == runs[k].test.end()) continue;
      const std::string run = runs.size() > 1 ? fmt::format("run {}: ", k + 1) : "";
      std::printf("%s%s: ROC-AUC and PR-AUC undefined (%s, n=%.0f)\n", run.c_str(), task.c_str(), found->second > 0 ? "1 class" : "no label",
                  found->second);
    }
}

}  // namespace

void print_tasks(const std::vector<std::string>& tasks, train::Task kind, std::span<const io::RunScores> runs) {
  print_undefined(tasks, runs);
  if (tasks.size() < 2) return;
  const bool numbers = kind == train::Task::regression;
  std::size_t wide = 4;
  for (const std::string& task : tasks) wide = std::max(wide, task.size());
  const std::vector<std::pair<const char*, const char*>> columns =
      numbers ? std::vector<std::pair<const char*, const char*>>{{"mae", "MAE"}, {"rmse", "RMSE"}, {"r2", "R2"}}
              : std::vector<std::pair<const char*, const char*>>{{"roc_auc", "ROC-AUC"}, {"pr_auc", "PR-AUC"}};
  std::string text = fmt::format("\n{:<{}}", "task", wide);
  for (const auto& [name, words] : columns) text += fmt::format("  {:>9}", words);
  for (const std::string& task : tasks) {
    text += fmt::format("\n{:<{}}", task, wide);
    for (const auto& [name, words] : columns) {
      double sum = 0, count = 0;
      for (const io::RunScores& run : runs)
        if (const auto found = run.test.find(std::string(name) + "/" + task); found != run.test.end()) sum += found->second, count += 1;
      text += count > 0 ? fmt::format("  {:>9.4f}", sum / count) : fmt::format("  {:>9}", "undefined");
    }
  }
  const char* counted = numbers ? "r2_tasks" : "roc_auc_tasks";
  double defined = 0;
  for (const io::RunScores& run : runs) defined += run.test.count(counted) > 0 ? run.test.at(counted) : 0;
  text += fmt::format("\nmeans are over {:.3g} of {} tasks: those with {}", defined / static_cast<double>(runs.size()), tasks.size(),
                      numbers ? "test values that differ" : "both kinds of label in the test set");
  std::printf("%s\n", text.c_str());
}

}  // namespace edgewise::cli
