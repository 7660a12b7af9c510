#pragma once
/// Splits: which nodes a model learns from, is chosen by, and is tested on.
///   node,set
///   a,train          sets: train, val, validation, valid, test; a blank set or an unlisted node is in none
#include <optional>
#include <string>
#include <vector>

#include "../graph/api.hpp"
#include "node_table.hpp"

namespace edgewise::io {
EDGEWISE_API_BEGIN

/// Where a row belongs.
enum class Set { none, train, validation, test };

/// train, training, val, valid, validation, test, none or a blank, in any case; nothing for another word.
std::optional<Set> set_of_word(std::string word);

/// "random:60/20/20": shares of train, validation and test.
struct RandomShares {
  double train = 0;
  double validation = 0;
  double test = 0;
};
/// Nothing when `text` does not begin with the rule and a colon.  Throws UsageError when it does and goes on otherwise than with three
/// numbers of 0 or more that add up to 100 (or to 1), or with no training share; and when it is the rule alone or shares alone (60/20/20)
/// and no file is called so.
std::optional<RandomShares> random_shares(const std::string& text, const std::string& rule = "random");

/// A split of several columns is named as FILE:COLUMN.
struct SplitPath {
  std::string file;    ///< the path
  std::string column;  ///< empty: the only one, or the one called set or split
};
/// The text is a file where one of that name exists; else what stands behind the last colon is a column.
SplitPath split_path(const std::string& text);

/// The set of every row of the table.  Throws DataError `file:line: ...` for another word, or when it is unclear which column to read.
std::vector<Set> read_split(const NodeTable& table, const std::string& column);

EDGEWISE_API_END
}  // namespace edgewise::io
