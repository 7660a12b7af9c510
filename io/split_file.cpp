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
    fail<DataError>(table.file, ": no column '", column, "'; there are: ", known());
  }
  if (table.columns.size() == 1) return 0;
  for (const char* word : {"set", "split"})
    if (const auto found = table.find(word)) return *found;
  if (table.columns.empty()) fail<DataError>(table.file, ": only node ids, expected a set behind them (node,set)");
  fail<DataError>(table.file, ": ", table.columns.size(), " columns (", known(), "); name one as ", table.file, ":", table.columns[0],
                  table.header_hint());
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

std::optional<RandomShares> random_shares(const std::string& text) {
  constexpr std::string_view kPrefix = "random:";
  if (!text.starts_with(kPrefix) && (text != "random" || std::filesystem::exists(text))) return std::nullopt;
  const auto wrong = [&] {
    fail<UsageError>("--split: got '", text, "', expected random:TRAIN/VALIDATION/TEST with shares that add up to 100, like random:60/20/20");
  };
  std::vector<double> shares;
  std::string_view rest = std::string_view(text).substr(std::min(kPrefix.size(), text.size()));
  for (bool more = true; more;) {
    const std::size_t slash = std::min(rest.find('/'), rest.size());
    const auto share = parse<double>(rest.substr(0, slash));
    if (!share || !(*share >= 0) || std::isinf(*share)) wrong();
    shares.push_back(*share);
    more = slash < rest.size();
    rest.remove_prefix(more ? slash + 1 : slash);
  }
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
