#include <unordered_map>

#include "../../graph/error.hpp"
#include "../csv_writer.hpp"
#include "../delimited.hpp"
#include "../parse.hpp"
#include "splits.hpp"

namespace edgewise::mol {

io::Set set_named(const std::string& word, const std::string& where) {
  if (const auto set = io::set_of_word(word)) return *set;
  fail<DataError>(where, ": set ", io::shown(word), ", expected train, val, test or a blank");
}

void save_splits(const std::string& path, const Structures& structures, std::span<const std::size_t> rows, std::span<const train::Split> splits) {
  std::vector<std::vector<const char*>> word(splits.size(), std::vector<const char*>(rows.size(), ""));
  for (std::size_t k = 0; k < splits.size(); ++k) {
    for (const NodeId m : splits[k].train) word[k][m] = "train";
    for (const NodeId m : splits[k].validation) word[k][m] = "val";
    for (const NodeId m : splits[k].test) word[k][m] = "test";
  }
  io::CsvWriter csv(path);
  csv.text("row");
  for (std::size_t k = 0; k < splits.size(); ++k) csv.text(splits.size() == 1 ? std::string("set") : "set_" + std::to_string(k + 1));
  csv.text("structure").text("scaffold").end_row();
  for (std::size_t m = 0; m < rows.size(); ++m) {
    csv.number(rows[m]);
    for (std::size_t k = 0; k < splits.size(); ++k) csv.text(word[k][m]);
    csv.text(structures.key[m]).text(structures.scaffold[m]).end_row();
  }
  csv.commit();
}

train::Split load_split(const std::string& path, std::span<const std::size_t> rows) {
  const io::SplitPath parts = io::split_path(path);
  io::TableFormat format{.separator = io::Separator::automatic, .header = io::Header::yes, .comments = false};
  io::Table table(io::TextFile::open(parts.file), format);
  const std::vector<std::string>& header = table.header();
  std::optional<std::size_t> row_column, set_column;
  for (std::size_t c = 0; c < header.size(); ++c) {
    if (header[c] == "row") row_column = c;
    if (parts.column.empty() ? (header[c] == "set" || header[c] == "split") : header[c] == parts.column) set_column = c;
  }
  if (!row_column) fail<DataError>(parts.file, ":1: no column 'row' (the number of the record, from 1); edgewise mol split writes one");
  if (!set_column)
    fail<DataError>(parts.file, ":1: no column ", parts.column.empty() ? "'set'" : "'" + parts.column + "'", "; name one as ", parts.file, ":COLUMN");
  std::unordered_map<std::size_t, NodeId> molecule;
  for (NodeId m = 0; m < rows.size(); ++m) molecule.emplace(rows[m], m);
  std::vector<io::Set> sets(rows.size(), io::Set::none);
  std::unordered_map<std::size_t, std::size_t> seen;
  while (table.next()) {
    const auto fields = table.fields();
    if (fields.size() <= std::max(*row_column, *set_column)) fail<DataError>(table.where(), ": ", fields.size(), " fields, expected ", header.size());
    const auto row = io::parse<std::size_t>(fields[*row_column]);
    if (!row || *row == 0) fail<DataError>(table.where(), ": row ", io::shown(fields[*row_column]), ", expected the number of a record, from 1");
    if (const auto [place, fresh] = seen.emplace(*row, table.line()); !fresh)
      fail<DataError>(table.where(), ": row ", *row, " stands on line ", place->second, " too");
    const io::Set set = set_named(std::string(fields[*set_column]), table.where());
    const auto found = molecule.find(*row);
    if (found == molecule.end()) {
      if (set == io::Set::none) continue;  // a record that could not be read has no set
      fail<DataError>(table.where(), ": row ", *row, " is none of the ", rows.size(), " molecules of the data");
    }
    sets[found->second] = set;
  }
  return split_of_sets(sets);
}

}  // namespace edgewise::mol
