#include "suggest.hpp"

#include <algorithm>
#include <vector>

namespace edgewise::cli {

std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> before(b.size() + 1), last(b.size() + 1), row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) last[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      row[j] = std::min({last[j] + 1, row[j - 1] + 1, last[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1)});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) row[j] = std::min(row[j], before[j - 2] + 1);
    }
    std::swap(before, last);
    std::swap(last, row);
  }
  return last[b.size()];
}

std::optional<std::string> nearest(std::string_view word, std::span<const std::string> known) {
  const std::string* best = nullptr;
  std::size_t best_distance = 0;
  for (const std::string& candidate : known) {
    const std::size_t distance = edit_distance(word, candidate);
    if (distance > (std::max(word.size(), candidate.size()) + 2) / 3) continue;
    if (best == nullptr || distance < best_distance) {
      best = &candidate;
      best_distance = distance;
    }
  }
  if (best != nullptr) return *best;
  const auto begins = [&](const std::string& candidate) { return !word.empty() && candidate.starts_with(word); };
  if (std::count_if(known.begin(), known.end(), begins) == 1) return *std::find_if(known.begin(), known.end(), begins);
  return std::nullopt;
}

std::string did_you_mean(std::string_view word, std::span<const std::string> known, std::string_view before) {
  const std::optional<std::string> near = nearest(word, known);
  return near ? " (did you mean '" + std::string(before) + *near + "'?)" : std::string();
}

}  // namespace edgewise::cli
