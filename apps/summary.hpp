#pragma once
/// What a run found, for a person to read: scores beside the baselines, and where the largest classes go.
#include <span>
#include <string>
#include <vector>

#include "../io/results.hpp"

namespace edgewise::cli {

/// A table on stdout: one line for the model, one for each baseline, a column for each score; mean and deviation over the runs.
///                     accuracy         macro F1
///   gat               0.843 +- 0.002   0.712 +- 0.004
///   features only     0.712            0.598
///   majority          0.221            0.006
/// `set` ("test") is what the title names.
/// With kAllLabelled, all nodes that have a label.
constexpr const char* kAllLabelled = "all labelled";
void print_scores(const std::string& model, const std::string& set, std::span<const io::RunScores> runs);

/// How the nodes of the largest classes were told, at most `most` of them; the other classes share a row and a column.
/// Only for classification; `output` is the model's raw output.
void print_confusion(const io::NodeData& data, const Tensor& output, std::span<const NodeId> nodes, std::size_t most = 8);

/// The score that a run of this task watches.
struct MainScore {
  const char* name;   ///< in metrics.json
  const char* words;  ///< for people
  double sign;        ///< -1 for an error, which the trainer and history.csv hold negated: more is better there
};
MainScore main_score(train::Task task, train::Monitor monitor);

}  // namespace edgewise::cli
