#pragma once
/// What a node model learns from: a graph, features, targets and a split.  Pure memory: io fills it from files, programs from theirs.
#include <cstdint>
#include <vector>

#include "../../graph/api.hpp"
#include "../../graph/graph.hpp"
#include "../input.hpp"
#include "../models/node_model.hpp"

namespace edgewise::train {
EDGEWISE_API_BEGIN

/// What is predicted: one class of several, any number of labels, or numbers.
enum class Task { classification, multilabel, regression };
/// The class of a node whose class is not known.
inline constexpr std::int32_t kNoLabel = -1;

/// Targets of n nodes under one of three tasks.
struct Targets {
  Task task = Task::classification;   ///< decides which of the tables below counts
  std::size_t outputs = 0;            ///< classes; labels; values
  std::vector<std::int32_t> classes;  ///< classification: n class numbers, kNoLabel where unknown
  Tensor values;                      ///< multilabel (0 or 1) and regression: n x outputs, NaN where unknown
};

/// Number of nodes the targets speak of.
std::size_t rows_of(const Targets& targets);
/// True when the node has a class, or at least one known value.
bool has_target(const Targets& targets, NodeId node);

/// Node numbers by set, each ascending.  Nodes may be in none.
struct Split {
  std::vector<NodeId> train;       ///< to learn from
  std::vector<NodeId> validation;  ///< to stop and to choose by
  std::vector<NodeId> test;        ///< to judge by, once
};

/// A graph with what is known about its nodes, and which of them serve for what.
struct Dataset {
  Graph graph;        ///< who attends to whom
  Input features;     ///< a row per node
  models::Arcs arcs;  ///< what arcs carry, if anything
  Targets targets;    ///< what is to be learned
  Split split;        ///< which nodes learn, watch and judge
};

/// Draws a split of the labelled nodes by shares that add up to 1, stratified by class for classification.  Same seed, same split.
/// Cards are dealt class by class, shuffled within, each to the set that lacks most: every set comes within one node of its share
/// overall and within two in each class.
/// Throws   UsageError when a share is negative, they do not add up to 1, or train is 0.
Split random_split(const Targets& targets, double train, double validation, double test, std::uint64_t seed);
/// K splits for cross-validation: the labelled rows are dealt to K folds, class by class, shuffled within; split k tests on fold k, validates on the
/// fold behind it and trains on the others.  Folds differ by one row in each class at most.  Throws UsageError for fewer than 3 folds or more than
/// rows.
std::vector<Split> fold_splits(const Targets& targets, std::size_t folds, std::uint64_t seed);
/// Throws DataError when sizes do not fit, a class or value is out of range, or a split names a node twice or one that is not there.
void check(const Dataset& data);

/// What messages call the rows of targets, and what holds them.
struct Rows {
  const char* name = "node";        ///< what a row is
  const char* whole = "the graph";  ///< what the rows belong to
};
/// The parts of `check` that know `count` rows and nothing of graphs.
void check_targets(const Targets& targets, std::size_t count, const Rows& rows);
/// The same for sets: every number below `count`, none in two sets.
void check_split(const Split& split, std::size_t count, const Rows& rows);

EDGEWISE_API_END
}  // namespace edgewise::train
