#include "split_file.hpp"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <filesystem>

#include "../graph/error.hpp"
#include "parse.hpp"

namespace edgewise::io {
namespace {

std::size_t choose_column(const NodeTable& table, const std::string& column) {
  const auto known = [&] {
    std::string text;
    for (const std::string& name : table.columns) text += (text.empty() ? "" : ", ") + name;
    return text;
  };
  if (!column.empty()) {
    if (const auto found = table.find(column)) return *found;
    fail<DataError>(table.where_columns(), ": no column '", column, "'; there are: ", known(), table.header_hint());
  }
  if (table.columns.size() == 1) return 0;
  for (const char* word : {"set", "split"})
    if (const auto found = table.find(word)) return *found;
  if (table.columns.empty()) fail<DataError>(table.file, ": only node ids, expected a set behind them (node,set)");
  fail<DataError>(table.where_columns(), ": ", table.columns.size(), " columns (", known(), "); name one as ", table.file, ":", table.columns[0],
                  table.header_hint());
}

/// The numbers of 60/20/20, none below 0; nothing where a part is no such number.
std::vector<double> numbers_between(std::string_view text, std::string_view marks) {
  std::vector<double> numbers;
  for (bool more = true; more;) {
    const std::size_t mark = std::min(text.find_first_of(marks), text.size());
    const auto number = parse<double>(text.substr(0, mark));
    if (!number || !(*number >= 0) || std::isinf(*number)) return {};
    numbers.push_back(*number);
    more = mark < text.size();
    text.remove_prefix(more ? mark + 1 : mark);
  }
  return numbers;
}

}  // namespace

std::optional<Set> set_of_word(std::string word) {
  std::transform(word.begin(), word.end(), word.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  if (word.empty() || word == "none") return Set::none;
  if (word == "train" || word == "training") return Set::train;
  if (word == "val" || word == "valid" || word == "validation") return Set::validation;
  if (word == "test") return Set::test;
  return std::nullopt;
}

std::optional<RandomShares> random_shares(const std::string& text, const std::string& rule) {
  const bool ruled = text.starts_with(rule + ":");
  const bool meant = text == rule || numbers_between(text, "/,").size() > 1;
  if (!ruled && (!meant || std::filesystem::exists(text))) return std::nullopt;
  const std::vector<double> shares = ruled ? numbers_between(std::string_view(text).substr(rule.size() + 1), "/") : std::vector<double>();
  const auto wrong = [&] {
    fail<UsageError>("--split: got '", text, "', expected ", rule, ":TRAIN/VALIDATION/TEST with shares that add up to 100, like ", rule, ":60/20/20");
  };
  if (shares.size() != 3 || shares[0] <= 0) wrong();
  const double sum = shares[0] + shares[1] + shares[2];
  const double whole = sum > 2 ? 100 : 1;
  if (std::abs(sum - whole) > 1e-6 * whole) wrong();
  return RandomShares{shares[0] / whole, shares[1] / whole, shares[2] / whole};
}

SplitPath split_path(const std::string& text) {
  const std::size_t colon = text.rfind(':');
  if (colon == std::string::npos || colon == 0 || std::filesystem::exists(text)) return {text, ""};
  return {text.substr(0, colon), text.substr(colon + 1)};
}

std::vector<Set> read_split(const NodeTable& table, const std::string& column) {
  const std::size_t at = choose_column(table, column);
  std::vector<Set> sets;
  for (std::size_t r = 0; r < table.line.size(); ++r) {
    const auto set = set_of_word(table.cells[at][r]);
    if (!set) fail<DataError>(table.where(r), ": set '", table.cells[at][r], "', expected train, val, validation or test (blank: none)");
    sets.push_back(*set);
  }
  return sets;
}

}  // namespace edgewise::io
