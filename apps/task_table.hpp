#pragma once
/// Scores task by task.
#include <span>
#include <string>
#include <vector>

#include "../io/results.hpp"

namespace edgewise::cli {

/// A line a task on stdout with its test scores, means over the runs ("undefined" where no run has one), and over how many tasks the means of
/// print_scores are.  Nothing for a single task.  The scores are those of `score` (graph_run.hpp).
void print_tasks(const std::vector<std::string>& tasks, train::Task kind, std::span<const io::RunScores> runs);

}  // namespace edgewise::cli
