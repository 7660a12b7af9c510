#include "summary.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <map>
#include <numeric>
#include <set>

#include "../core/train/metrics.hpp"

namespace edgewise::cli {
namespace {

/// Names of scores as people write them, in the order of the columns.
constexpr std::pair<const char*, const char*> kScores[] = {
    {"accuracy", "accuracy"}, {"macro_f1", "macro F1"}, {"micro_f1", "micro F1"}, {"roc_auc", "ROC-AUC"},
    {"pr_auc", "PR-AUC"},     {"mae", "MAE"},           {"rmse", "RMSE"},         {"r2", "R2"}};

/// "0.8431", or "0.8431 +- 0.0020" over several runs; "-" where no run has the score.
std::string in_words(const std::vector<double>& values) {
  if (values.empty()) return "-";
  const double count = static_cast<double>(values.size());
  const double mean = std::accumulate(values.begin(), values.end(), 0.0) / count;
  if (values.size() == 1) return fmt::format("{:.4f}", mean);
  double squares = 0;
  for (const double value : values) squares += (value - mean) * (value - mean);
  return fmt::format("{:.4f} +- {:.4f}", mean, std::sqrt(squares / (count - 1)));
}

template <class Pick>
std::vector<double> collect(std::span<const io::RunScores> runs, const std::string& score, Pick pick) {
  std::vector<double> values;
  for (const io::RunScores& run : runs) {
    const io::Scores* scores = pick(run);
    if (scores == nullptr) continue;
    if (const auto found = scores->find(score); found != scores->end()) values.push_back(found->second);
  }
  return values;
}

/// At most `wide` characters of a UTF-8 text, padded on the right (left_side) or the left.
std::string fit(const std::string& text, std::size_t wide, bool left_side) {
  std::size_t characters = 0, end = 0;
  for (; end < text.size(); ++end) {
    const bool begins = (static_cast<unsigned char>(text[end]) & 0xC0U) != 0x80U;
    if (begins && characters == wide) break;
    characters += begins ? 1U : 0U;
  }
  std::string fitted(text, 0, end);
  fitted.insert(left_side ? fitted.size() : 0, wide - characters, ' ');
  return fitted;
}

/// Columns of a width each, 18 and `wide` or what their longest cell needs.
void print_table(const std::vector<std::vector<std::string>>& table, std::size_t wide) {
  std::string text;
  for (const std::vector<std::string>& row : table) {
    text += '\n';
    for (std::size_t c = 0; c < row.size(); ++c) {
      std::size_t width = c == 0 ? 18 : wide;
      for (const std::vector<std::string>& other : table) width = std::max(width, other[c].size() + 2);
      text += fit(row[c], width, true);
    }
    text.erase(text.find_last_not_of(' ') + 1);
  }
  std::printf("%s\n", text.c_str());
}

/// The fewest characters, `least` or more, that tell the names apart; that of the longest where no fewer do.
std::size_t telling_width(const std::vector<std::string>& names, std::size_t least) {
  std::size_t longest = least;
  for (const std::string& name : names) longest = std::max(longest, name.size());
  for (std::size_t wide = least; wide < longest; ++wide) {
    std::set<std::string> seen;
    for (const std::string& name : names) seen.insert(fit(name, wide, true));
    if (seen.size() == names.size()) return wide;
  }
  return longest;
}

}  // namespace

MainScore main_score(train::Task task, train::Monitor monitor) {
  if (monitor == train::Monitor::roc_auc) return {"roc_auc", "ROC-AUC", 1};
  switch (task) {
    case train::Task::classification:
      return {"accuracy", "accuracy", 1};
    case train::Task::multilabel:
      return {"roc_auc", "ROC-AUC", 1};
    case train::Task::regression:
      return {"rmse", "RMSE", -1};
  }
  return {};
}

void print_scores(const std::string& model, const std::string& set, std::span<const io::RunScores> runs) {
  std::vector<std::string> baselines;
  std::map<std::string, bool> present;
  for (const io::RunScores& run : runs) {
    for (const auto& [name, value] : run.test) present[name] = true;
    for (const auto& [name, scores] : run.baselines)
      if (std::find(baselines.begin(), baselines.end(), name) == baselines.end()) baselines.push_back(name);
  }
  if (present.empty()) {
    const std::string why = set == kAllLabelled ? "no node has a label" : "no labelled node in the " + set + " set";
    std::printf("no scores: %s\n", why.c_str());
    return;
  }
  present["micro_f1"] = present["micro_f1"] && !present["accuracy"];  // the same number with one label a node

  std::vector<std::vector<std::string>> table{{set}, {model}};
  for (const std::string& baseline : baselines) table.push_back({baseline});
  for (const auto& [name, words] : kScores) {
    if (!present[name]) continue;
    table[0].emplace_back(words);
    table[1].push_back(in_words(collect(runs, name, [](const io::RunScores& run) { return &run.test; })));
    for (std::size_t k = 0; k < baselines.size(); ++k)
      table[k + 2].push_back(in_words(collect(runs, name, [&](const io::RunScores& run) {
        const auto found = run.baselines.find(baselines[k]);
        return found == run.baselines.end() ? nullptr : &found->second;
      })));
  }
  print_table(table, runs.size() > 1 ? 20 : 12);
}

void print_confusion(const io::NodeData& data, const Tensor& output, std::span<const NodeId> nodes, std::size_t most) {
  if (data.schema.task != train::Task::classification) return;
  const std::size_t classes = data.schema.outputs.size();
  std::vector<std::int32_t> predicted, truth;
  for (const NodeId i : nodes) {
    if (!train::has_target(data.data.targets, i)) continue;
    const auto row = output.row(i);
    predicted.push_back(static_cast<std::int32_t>(std::max_element(row.begin(), row.end()) - row.begin()));
    truth.push_back(data.data.targets.classes[i]);
  }
  if (truth.empty()) return;
  const std::vector<std::uint64_t> counts = train::confusion(predicted, truth, classes);

  // place[c]: the row and column of class c; the last place is for all small classes together.
  std::vector<std::uint64_t> size(classes, 0);
  for (std::size_t c = 0; c < classes; ++c)
    for (std::size_t p = 0; p < classes; ++p) size[c] += counts[c * classes + p];
  std::vector<std::size_t> order(classes);
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return size[a] > size[b]; });
  const std::size_t shown = std::min(classes, most), places = shown + (shown < classes ? 1 : 0);
  std::vector<std::size_t> place(classes, shown);
  for (std::size_t k = 0; k < shown; ++k) place[order[k]] = k;
  std::vector<std::uint64_t> table(places * places, 0);
  for (std::size_t c = 0; c < classes; ++c)
    for (std::size_t p = 0; p < classes; ++p) table[place[c] * places + place[p]] += counts[c * classes + p];

  const auto name = [&](std::size_t k) { return k < shown ? data.schema.outputs[order[k]] : std::string("(others)"); };
  std::string text = shown < classes ? fmt::format("\nThe {} largest classes of {}: row = label, column = predicted\n", shown, classes)
                                     : std::string("\nRow = label, column = predicted\n");
  std::vector<std::string> names;
  for (std::size_t k = 0; k < places; ++k) names.push_back(name(k));
  const std::size_t left = telling_width(names, 14), wide = telling_width(names, 9);
  text += fit("", left, true);
  for (std::size_t p = 0; p < places; ++p) text.append(" ").append(fit(names[p], wide, false));
  for (std::size_t c = 0; c < places; ++c) {
    text.append("\n").append(fit(names[c], left, true));
    for (std::size_t p = 0; p < places; ++p) text += fmt::format(" {:>{}}", table[c * places + p], wide);
  }
  std::printf("%s\n", text.c_str());
}

}  // namespace edgewise::cli
