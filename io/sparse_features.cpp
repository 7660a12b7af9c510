// Sparse lines: an id, then column:value.
#include <algorithm>

#include "../graph/error.hpp"
#include "feature_kinds.hpp"
#include "name_order.hpp"
#include "node_table.hpp"
#include "parse.hpp"

namespace edgewise::io {
namespace {

struct Entry {
  NodeId column;
  float value;
};

/// The entries of all rows, and the columns in the order in which they turned up.
struct Lines {
  std::vector<EdgeId> begin = {0};
  std::vector<Entry> entries;
  std::vector<std::size_t> line;
  Names columns;
};

void read_pair(std::string_view pair, const Table& table, Lines& lines) {
  const std::size_t colon = pair.rfind(':');
  if (colon == std::string_view::npos || colon == 0) fail<DataError>(table.where(), ": got '", pair.substr(0, 40), "', expected column:value");
  const std::string_view column = pair.substr(0, colon);
  const float value = feature_value(pair.substr(colon + 1), table.where(), lines.entries.size() - lines.begin.back() + 2, std::string(column));
  lines.entries.push_back({lines.columns.add(column), value});
}

/// Sorts the columns of the row that was read last.
void end_row(Lines& lines, const Table& table) {
  const auto first = lines.entries.begin() + static_cast<std::ptrdiff_t>(lines.begin.back());
  std::sort(first, lines.entries.end(), [](const Entry& a, const Entry& b) { return a.column < b.column; });
  const auto twice = std::adjacent_find(first, lines.entries.end(), [](const Entry& a, const Entry& b) { return a.column == b.column; });
  if (twice != lines.entries.end())
    fail<DataError>(table.where(), ": column '", lines.columns[twice->column], "' stands twice in this row; keep one of them");
  lines.begin.push_back(lines.entries.size());
  lines.line.push_back(table.line());
}

/// Renumbers the columns in name order, so that the order of the rows does not matter.
Sparse assemble(Lines& lines, const std::vector<std::string>& ordered) {
  std::vector<NodeId> place(ordered.size());
  for (std::size_t c = 0; c < ordered.size(); ++c) place[*lines.columns.find(ordered[c])] = static_cast<NodeId>(c);
  std::vector<NodeId> column;
  std::vector<float> values;
  for (std::size_t r = 0; r + 1 < lines.begin.size(); ++r) {
    const std::span<Entry> row(lines.entries.data() + lines.begin[r], lines.begin[r + 1] - lines.begin[r]);
    for (Entry& entry : row) entry.column = place[entry.column];
    std::sort(row.begin(), row.end(), [](const Entry& a, const Entry& b) { return a.column < b.column; });
    for (const Entry& entry : row) {
      column.push_back(entry.column);
      values.push_back(entry.value);
    }
  }
  return Sparse(Csr(checked_node_count(ordered.size()), std::move(lines.begin), std::move(column)), std::move(values));
}

}  // namespace

bool is_pair(std::string_view field) {
  const std::size_t colon = field.rfind(':');
  return colon != std::string_view::npos && colon > 0 && parse<double>(field.substr(colon + 1)).has_value();
}

Features load_sparse_features(const TextFile& file, const TableFormat& format) {
  Table table(file, format);
  Features features;
  features.file = file.name();
  features.named = true;
  Lines lines;
  while (table.next()) {
    const auto fields = table.fields();
    if (fields[0].empty()) fail<DataError>(table.where(), ": the node id is blank; every row needs one");
    if (features.nodes.add(fields[0]) != lines.line.size())
      fail_twice(features.file, table.line(), std::string(fields[0]), lines.line[*features.nodes.find(fields[0])]);
    for (const std::string_view field : fields.subspan(1))
      for (std::size_t at = field.find_first_not_of(" \t"); at != std::string_view::npos;) {  // several pairs in one field: "id<TAB>a:1 b:2"
        const std::size_t end = std::min(field.find_first_of(" \t", at), field.size());
        read_pair(field.substr(at, end - at), table, lines);
        at = field.find_first_not_of(" \t", end);
      }
    end_row(lines, table);
  }
  std::vector<std::string> names;
  for (NodeId c = 0; c < lines.columns.size(); ++c) names.push_back(lines.columns[c]);
  features.columns = in_name_order(std::move(names));
  features.rows = lines.line.size();
  const std::size_t entries = lines.entries.size();
  features.values = assemble(lines, features.columns);
  features.notes.push_back(table.note());
  features.notes.push_back(features.file + ": sparse, " + std::to_string(features.rows) + " nodes, " + std::to_string(features.columns.size()) +
                           " features, " + std::to_string(entries) + " values");
  return features;
}

}  // namespace edgewise::io
