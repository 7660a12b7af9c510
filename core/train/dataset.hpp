#pragma once
/// What a node model learns from: a graph, features, targets and a split.  Pure memory: io fills it from files, programs from theirs.
#include <cstdint>
#include <vector>

#include "../../graph/graph.hpp"
#include "../input.hpp"
#include "../models/node_model.hpp"

namespace edgewise::train {

enum class Task { classification, multilabel, regression };
inline constexpr std::int32_t kNoLabel = -1;

/// Targets of n nodes under one of three tasks.
struct Targets {
  Task task = Task::classification;
  std::size_t outputs = 0;            ///< classes; labels; values
  std::vector<std::int32_t> classes;  ///< classification: n class numbers, kNoLabel where unknown
  Tensor values;                      ///< multilabel (0 or 1) and regression: n x outputs, NaN where unknown
};

/// Node numbers by set, each ascending.  Nodes may be in none.
struct Split {
  std::vector<NodeId> train;
  std::vector<NodeId> validation;
  std::vector<NodeId> test;
};

struct Dataset {
  Graph graph;
  Input features;
  models::Arcs arcs;
  Targets targets;
  Split split;
};

/// Draws a split of the labelled nodes by shares that add up to 1, stratified by class for classification.  Same seed, same split.
Split random_split(const Targets& targets, double train, double validation, double test, std::uint64_t seed);
/// Throws DataError when sizes do not fit or a split names a node twice or one that is not there.
void check(const Dataset& data);

}  // namespace edgewise::train
