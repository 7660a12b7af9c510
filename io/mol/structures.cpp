#include "structures.hpp"

#include <algorithm>
#include <cmath>
#include <unordered_map>

namespace edgewise::mol {

std::vector<std::uint32_t> group_numbers(std::span<const std::string> names) {
  std::unordered_map<std::string, std::uint32_t> number;
  std::vector<std::uint32_t> numbers;
  numbers.reserve(names.size());
  for (const std::string& name : names) numbers.push_back(number.try_emplace(name, static_cast<std::uint32_t>(number.size())).first->second);
  return numbers;
}

std::vector<DuplicateGroup> find_duplicates(const Structures& structures, const train::Targets& targets) {
  const std::vector<std::uint32_t> number = group_numbers(structures.key);
  std::vector<DuplicateGroup> all(number.empty() ? 0 : *std::max_element(number.begin(), number.end()) + 1);
  for (std::uint32_t m = 0; m < number.size(); ++m) all[number[m]].molecules.push_back(m);
  std::erase_if(all, [](const DuplicateGroup& group) { return group.molecules.size() < 2; });
  if (targets.task != train::Task::multilabel) return all;
  for (DuplicateGroup& group : all)
    for (std::uint32_t t = 0; t < targets.values.cols(); ++t) {
      bool no = false, yes = false;
      for (const std::uint32_t m : group.molecules) {
        no = no || targets.values(m, t) == 0;
        yes = yes || targets.values(m, t) == 1;
      }
      if (no && yes) group.contradicted_tasks.push_back(t);
    }
  return all;
}

std::string in_words(std::span<const DuplicateGroup> groups) {
  if (groups.empty()) return "no duplicates";
  std::size_t molecules = 0, conflicts = 0;
  for (const DuplicateGroup& group : groups) {
    molecules += group.molecules.size();
    conflicts += group.contradicted_tasks.empty() ? 0U : 1U;
  }
  const auto count = [](std::size_t n, const char* word) { return std::to_string(n) + " " + word + (n == 1 ? "" : "s"); };
  return count(groups.size(), "duplicate group") + " (" + count(molecules, "molecule") + "), " + count(conflicts, "conflict");
}

}  // namespace edgewise::mol
