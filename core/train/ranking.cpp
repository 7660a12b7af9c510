#include "ranking.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "../../graph/error.hpp"

namespace edgewise::train {
namespace {

struct Scored {
  float score;
  bool positive;
};

/// Best score first; empty when a score is NaN, which has no place in an order.
std::vector<Scored> ranked(const char* who, std::span<const float> score, std::span<const std::uint8_t> truth) {
  if (score.size() != truth.size()) fail<ShapeError>(who, ": ", score.size(), " scores for ", truth.size(), " rows");
  std::vector<Scored> rows(score.size());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (std::isnan(score[i])) return {};
    rows[i] = {score[i], truth[i] != 0};
  }
  std::sort(rows.begin(), rows.end(), [](const Scored& a, const Scored& b) { return a.score > b.score; });
  return rows;
}

/// Calls take(positives, negatives) for each group of equal scores, best group first.
template <class Take>
void for_each_tie(const std::vector<Scored>& rows, Take take) {
  for (std::size_t first = 0; first < rows.size();) {
    std::size_t last = first;
    std::uint64_t positives = 0;
    for (; last < rows.size() && rows[last].score == rows[first].score; ++last) positives += rows[last].positive;
    take(positives, last - first - positives);
    first = last;
  }
}

}  // namespace

std::optional<double> roc_auc(std::span<const float> score, std::span<const std::uint8_t> truth) {
  std::uint64_t above = 0, below = 0;  // positives and negatives so far
  std::uint64_t pairs = 0;             // twice the pairs won, so that a tie counts a whole number
  for_each_tie(ranked("roc_auc", score, truth), [&](std::uint64_t positives, std::uint64_t negatives) {
    pairs += negatives * (2 * above + positives);
    above += positives;
    below += negatives;
  });
  if (above == 0 || below == 0) return std::nullopt;
  return static_cast<double>(pairs) / 2 / (static_cast<double>(above) * static_cast<double>(below));
}

std::optional<double> pr_auc(std::span<const float> score, std::span<const std::uint8_t> truth) {
  std::uint64_t found = 0, called = 0;
  double area = 0;  // times the number of positives
  for_each_tie(ranked("pr_auc", score, truth), [&](std::uint64_t positives, std::uint64_t negatives) {
    found += positives;
    called += positives + negatives;
    area += static_cast<double>(positives) * static_cast<double>(found) / static_cast<double>(called);
  });
  if (found == 0) return std::nullopt;
  return area / static_cast<double>(found);
}

}  // namespace edgewise::train
