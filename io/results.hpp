#pragma once
/// What a run leaves behind: tables and summaries, in the user's own words.  Every file appears whole or not at all.
#include <map>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "../core/train/trainer.hpp"
#include "../graph/api.hpp"
#include "node_data.hpp"

namespace edgewise::io {
EDGEWISE_API_BEGIN

/// One row a node, in the order of the nodes:
///   node,split,label,predicted,p_a,p_b          classification: p_* are the probabilities of the classes
///   7,test,a,a,0.9,0.1
///   node,split,label,predicted,p_x,p_y          multilabel: label and predicted join the names with ';' (";" alone: none of them;
///   7,train,x;y,x,0.8,0.4                       predicted are those above 0.5)
///   node,split,label,predicted                  regression; of several values label_a,predicted_a,label_b,predicted_b
/// Split is train, validation, test or blank; an unknown label is blank.  `output` is the model's raw output, n x out.
/// Throws ShapeError when it does not fit the data.
void save_predictions(const std::string& path, const NodeData& data, const Tensor& output);

/// Scores by name, as train::evaluate gives them.
using Scores = std::map<std::string, double>;
/// What one run has to say.
struct RunScores {
  /// Scores on each set, empty where it is:
  Scores test;
  Scores validation;
  Scores train;
  std::map<std::string, Scores> baselines;  ///< on the test set: "majority", "features only", "mean"
  double seconds = 0;                       ///< of the whole run
  std::string outcome = {};                 ///< of training: "finished", "stopped early", "not finite"; empty: nothing was trained
};
/// One shape for one run or many; std is the sample deviation (0 for one run), a score undefined in a run is null among its values
/// and left out of the mean; seconds are those of all runs together:
///   {"test": {"accuracy": {"mean": 0.83, "std": 0.006, "values": [0.83, ...]}, ...}, "validation": {...}, "train": {...},
///    "baselines": {"majority": {"accuracy": {...}}}, "runs": 2, "outcomes": ["finished", "stopped early"], "seconds": 12.5}
std::string metrics_json(std::span<const RunScores> runs);
/// The same into a file.
void save_metrics(const std::string& path, std::span<const RunScores> runs);
/// Seconds and outcome from the metrics.json of a single run; its scores, which its model gives anew, are not read.  Throws DataError.
RunScores load_run_end(const std::string& path);

/// epoch,lr,train_loss,validation_loss,validation_score,best    (blank where there is no validation set; best is 0 or 1)
void save_history(const std::string& path, std::span<const train::Epoch> history);

/// The settings of a run, in the order given, as one JSON object.
using ConfigValue = std::variant<bool, std::int64_t, std::uint64_t, double, std::string, std::vector<std::string>>;
/// Names and values in the order in which they are shown.
using Config = std::vector<std::pair<std::string, ConfigValue>>;
/// As JSON text, and into a file:
std::string config_json(const Config& config);
void save_config(const std::string& path, const Config& config);

/// layer,head,source,target,weight,is_loop     one row per layer, head and arc; layers and heads count from 0, is_loop is 0 or 1.
/// `attention` is what NodeModel::attention gives.  For each layer, head and target the weights add up to 1.
void save_attention(const std::string& path, const NodeData& data, std::span<const Tensor> attention);

/// node,set     the nodes of the three sets in node order; nodes in none are left out.  Reads back as --split FILE.
void save_split(const std::string& path, const Names& nodes, const train::Split& split);

EDGEWISE_API_END
}  // namespace edgewise::io
