#pragma once
/// Which rows learn, which watch and which judge; drawn by shares, or as folds.
#include <cstddef>
#include <cstdint>
#include <vector>

#include "../../graph/api.hpp"
#include "../../graph/ids.hpp"
#include "targets.hpp"

namespace edgewise::train {
EDGEWISE_API_BEGIN

/// Node numbers by set, each ascending.  Nodes may be in none.
struct Split {
  std::vector<NodeId> train;       ///< to learn from
  std::vector<NodeId> validation;  ///< to stop and to choose by
  std::vector<NodeId> test;        ///< to judge by, once
};

/// Draws a split of the labelled nodes by shares that add up to 1, stratified by class for classification.  Same seed, same split.
/// Cards are dealt class by class, shuffled within, each to the set that lacks most: every set comes within one node of its share
/// overall and within two in each class.
/// Throws   UsageError when a share is negative, they do not add up to 1, or train is 0; DataError as check_targets.
Split random_split(const Targets& targets, double train, double validation, double test, std::uint64_t seed);
/// K splits for cross-validation: the labelled rows are dealt to K folds, class by class, shuffled within; split k tests on fold k, validates on the
/// fold behind it and trains on the others.  Folds differ by one row in each class at most.
/// Throws   UsageError for fewer than 3 folds or more than labelled rows; DataError as check_targets.
std::vector<Split> fold_splits(const Targets& targets, std::size_t folds, std::uint64_t seed);

/// Throws DataError naming the row when a set names one twice, one of another set, or one that is not below `count`.
void check_split(const Split& split, std::size_t count, const Rows& rows);

EDGEWISE_API_END
}  // namespace edgewise::train
