#include "split.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "../../graph/error.hpp"
#include "../../graph/random.hpp"

namespace edgewise::train {
namespace {

/// The nodes that have a target, one list per class (a single list where there are no classes).
std::vector<std::vector<NodeId>> groups(const Targets& targets) {
  check_targets(targets, rows_of(targets), {"row", "the table"});
  const bool classes = targets.task == Task::classification;
  std::vector<std::vector<NodeId>> lists(classes ? targets.outputs : 1);
  for (std::size_t i = 0; i < rows_of(targets); ++i) {
    const auto node = static_cast<NodeId>(i);
    if (has_target(targets, node)) lists[classes ? static_cast<std::size_t>(targets.classes[i]) : 0].push_back(node);
  }
  return lists;
}

}  // namespace

Split random_split(const Targets& targets, double train, double validation, double test, std::uint64_t seed) {
  const std::array<double, 3> share{train, validation, test};
  for (const double s : share)
    if (!(s >= 0 && s <= 1)) fail<UsageError>("random split: a share is ", s, ", expected a number from 0 to 1");
  if (std::abs(train + validation + test - 1) > 1e-6)
    fail<UsageError>("random split: the shares add up to ", train + validation + test, ", expected 1");
  if (train == 0) fail<UsageError>("random split: the training share is 0, nothing could be learned");

  Split split;
  const std::array<std::vector<NodeId>*, 3> sets{&split.train, &split.validation, &split.test};
  const std::vector<std::vector<NodeId>> lists = groups(targets);
  // Classes come in random order too, so that classes of one or two nodes do not always land in the same set.
  std::size_t dealt = 0;
  for (const std::uint32_t group : Rng(seed, 0).permutation(lists.size())) {
    const std::vector<NodeId>& list = lists[group];
    for (const std::uint32_t place : Rng(seed, group + std::uint64_t{1}).permutation(list.size())) {
      ++dealt;
      const auto lacks = [&](std::size_t s) { return share[s] * static_cast<double>(dealt) - static_cast<double>(sets[s]->size()); };
      std::size_t most = 0;
      for (std::size_t s = 1; s < sets.size(); ++s)
        if (lacks(s) > lacks(most)) most = s;
      sets[most]->push_back(list[place]);
    }
  }
  for (std::vector<NodeId>* set : sets) std::sort(set->begin(), set->end());
  return split;
}

std::vector<Split> fold_splits(const Targets& targets, std::size_t folds, std::uint64_t seed) {
  const std::vector<std::vector<NodeId>> lists = groups(targets);
  std::size_t labelled = 0;
  for (const std::vector<NodeId>& list : lists) labelled += list.size();
  if (folds < 3 || folds > labelled) fail<UsageError>("folds: got ", folds, ", expected 3 to ", labelled, ", the number of labelled rows");

  std::vector<std::vector<NodeId>> fold(folds);
  std::size_t dealt = 0;
  for (std::size_t group = 0; group < lists.size(); ++group)
    for (const std::uint32_t place : Rng(seed, group + 1).permutation(lists[group].size())) fold[dealt++ % folds].push_back(lists[group][place]);
  std::vector<Split> splits(folds);
  for (std::size_t k = 0; k < folds; ++k) {
    for (std::size_t f = 0; f < folds; ++f) {
      std::vector<NodeId>& set = f == k ? splits[k].test : f == (k + 1) % folds ? splits[k].validation : splits[k].train;
      set.insert(set.end(), fold[f].begin(), fold[f].end());
    }
    for (std::vector<NodeId>* set : {&splits[k].train, &splits[k].validation, &splits[k].test}) std::sort(set->begin(), set->end());
  }
  return splits;
}

void check_split(const Split& split, std::size_t count, const Rows& rows) {
  const std::pair<const char*, const std::vector<NodeId>*> sets[] = {
      {"train", &split.train}, {"validation", &split.validation}, {"test", &split.test}};
  std::vector<const char*> owner(count, nullptr);
  for (const auto& [name, set] : sets)
    for (const NodeId row : *set) {
      if (row >= count) fail<DataError>("dataset: the ", name, " set names ", rows.name, " ", row, ", ", rows.whole, " has ", count);
      if (owner[row] != nullptr) fail<DataError>("dataset: ", rows.name, " ", row, " is in the ", name, " set and in the ", owner[row], " set");
      owner[row] = name;
    }
}

}  // namespace edgewise::train
