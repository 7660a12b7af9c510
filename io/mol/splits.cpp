#include "splits.hpp"

#include <algorithm>
#include <array>
#include <numeric>
#include <utility>

#include "../../graph/error.hpp"
#include "../../graph/random.hpp"

namespace edgewise::mol {
namespace {

using Group = std::vector<NodeId>;

std::vector<Group> gather(std::span<const std::uint32_t> number) {
  std::vector<Group> groups(number.empty() ? 0 : *std::max_element(number.begin(), number.end()) + 1);
  for (NodeId m = 0; m < number.size(); ++m) groups[number[m]].push_back(m);
  return groups;
}

/// What stays together.
std::vector<Group> groups_of(const Structures& structures, SplitRule rule) {
  if (rule == SplitRule::random) return gather(group_numbers(structures.key));
  if (rule == SplitRule::scaffold_published) return gather(group_numbers(structures.scaffold));
  std::vector<std::string> names = structures.scaffold;
  for (std::size_t m = 0; m < names.size(); ++m)  // a blank is in no SMILES, so no scaffold is called so
    if (names[m].empty()) names[m] = "alone " + structures.key[m];
  return gather(group_numbers(names));
}

std::vector<Group> shuffled(const std::vector<Group>& groups, std::uint64_t seed, std::uint64_t stream) {
  std::vector<Group> result;
  for (const std::uint32_t k : Rng(seed, stream).permutation(groups.size())) result.push_back(groups[k]);
  return result;
}

/// Group after group, each to the set that lacks most.
std::array<Group, 3> deal(const std::vector<Group>& groups, const io::RandomShares& shares) {
  const std::array<double, 3> share{shares.train, shares.validation, shares.test};
  std::array<Group, 3> sets;
  double dealt = 0;
  for (const Group& group : groups) {
    dealt += static_cast<double>(group.size());
    const auto lacks = [&](std::size_t s) { return share[s] * dealt - static_cast<double>(sets[s].size()); };
    std::size_t most = 0;
    for (std::size_t s = 1; s < sets.size(); ++s)
      if (lacks(s) > lacks(most)) most = s;
    sets[most].insert(sets[most].end(), group.begin(), group.end());
  }
  return sets;
}

/// Group after group to train while it fits, else to validation while it fits, else to test.
std::array<Group, 3> fill(const std::vector<Group>& groups, const io::RandomShares& shares, std::size_t molecules) {
  constexpr double kRounding = 1e-6;  // 0.8 + 0.1 of ten are nine
  const double all = static_cast<double>(molecules);
  const double train_end = shares.train * all + kRounding, validation_end = (shares.train + shares.validation) * all + kRounding;
  std::array<Group, 3> sets;
  for (const Group& group : groups) {
    const double with_train = static_cast<double>(sets[0].size() + group.size());
    const double with_both = with_train + static_cast<double>(sets[1].size());
    Group& set = with_train <= train_end ? sets[0] : with_both <= validation_end ? sets[1] : sets[2];
    set.insert(set.end(), group.begin(), group.end());
  }
  return sets;
}

train::Split named(std::array<Group, 3> sets) {
  for (Group& set : sets) std::sort(set.begin(), set.end());
  return {std::move(sets[0]), std::move(sets[1]), std::move(sets[2])};
}

}  // namespace

std::optional<SplitRequest> split_request(const std::string& text) {
  const std::size_t colon = text.find(':');
  const std::string word = text.substr(0, colon);
  SplitRequest request;
  if (word == "random")
    request.rule = SplitRule::random;
  else if (word == "scaffold-published")
    request.rule = SplitRule::scaffold_published;
  else if (word == "scaffold")
    request.rule = SplitRule::scaffold;
  else if (word == "scaffold-balanced")
    request.rule = SplitRule::scaffold_balanced;
  else {
    io::random_shares(text);  // shares alone are refused: the rule is missing
    return std::nullopt;
  }
  if (colon != std::string::npos) request.shares = *io::random_shares(text, word);
  return request;
}

train::Split split_structures(const Structures& structures, const SplitRequest& request, std::uint64_t seed) {
  const std::size_t molecules = structures.key.size();
  std::vector<Group> groups = groups_of(structures, request.rule);
  std::array<Group, 3> sets;
  if (request.rule == SplitRule::random) {
    sets = deal(shuffled(groups, seed, 0), request.shares);
  } else {
    std::vector<Group> order;
    if (request.rule == SplitRule::scaffold_balanced) {
      std::vector<Group> large, small;
      const double half_validation = request.shares.validation * static_cast<double>(molecules) / 2,
                   half_test = request.shares.test * static_cast<double>(molecules) / 2;
      for (Group& group : groups) {
        const double size = static_cast<double>(group.size());
        (size > half_validation || size > half_test ? large : small).push_back(std::move(group));
      }
      order = shuffled(large, seed, 1);
      for (Group& group : shuffled(small, seed, 2)) order.push_back(std::move(group));
    } else {
      order = std::move(groups);
      std::sort(order.begin(), order.end(), [](const Group& a, const Group& b) { return std::pair(a.size(), a[0]) > std::pair(b.size(), b[0]); });
    }
    sets = fill(order, request.shares, molecules);
  }
  const std::array<std::pair<double, const char*>, 3> parts{
      {{request.shares.train, "train"}, {request.shares.validation, "validation"}, {request.shares.test, "test"}}};
  for (std::size_t s = 0; s < sets.size(); ++s)
    if (parts[s].first > 0 && sets[s].empty())
      fail<DataError>("split: the ", parts[s].second, " part of ", molecules,
                      " molecules came out empty; use more molecules, other shares or another rule");
  return named(std::move(sets));
}

std::vector<train::Split> structure_folds(const Structures& structures, std::size_t folds, std::uint64_t seed) {
  if (folds < 3) fail<UsageError>("folds: got ", folds, ", expected 3 or more (one tests, one validates, the rest trains)");
  const std::vector<Group> groups = shuffled(groups_of(structures, SplitRule::random), seed, 0);
  if (groups.size() < folds) fail<DataError>("folds: ", groups.size(), " different structures are too few for ", folds, " folds");
  std::vector<Group> part(folds);
  for (const Group& group : groups) {
    std::size_t least = 0;
    for (std::size_t f = 1; f < folds; ++f)
      if (part[f].size() < part[least].size()) least = f;
    part[least].insert(part[least].end(), group.begin(), group.end());
  }
  std::vector<train::Split> splits;
  for (std::size_t k = 0; k < folds; ++k) {
    std::array<Group, 3> sets;
    for (std::size_t f = 0; f < folds; ++f) {
      Group& set = f == k ? sets[2] : f == (k + 1) % folds ? sets[1] : sets[0];
      set.insert(set.end(), part[f].begin(), part[f].end());
    }
    splits.push_back(named(std::move(sets)));
  }
  return splits;
}

train::Split split_of_sets(std::span<const io::Set> sets) {
  train::Split split;
  for (NodeId m = 0; m < sets.size(); ++m) {
    if (sets[m] == io::Set::train) split.train.push_back(m);
    if (sets[m] == io::Set::validation) split.validation.push_back(m);
    if (sets[m] == io::Set::test) split.test.push_back(m);
  }
  return split;
}

std::size_t count_astride(const Structures& structures, const train::Split& split) {
  const std::vector<std::uint32_t> number = group_numbers(structures.key);
  std::vector<std::uint8_t> sides(structures.key.size(), 0);
  std::uint8_t side = 1;
  for (const auto* set : {&split.train, &split.validation, &split.test}) {
    for (const NodeId m : *set) sides[number[m]] = static_cast<std::uint8_t>(sides[number[m]] | side);
    side = static_cast<std::uint8_t>(side * 2);
  }
  return static_cast<std::size_t>(std::count_if(sides.begin(), sides.end(), [](std::uint8_t s) { return (s & (s - 1)) != 0; }));
}

}  // namespace edgewise::mol
