#pragma once
/// Tables of one row a node: an id and further columns, as text.  Labels and splits come this way.
///   node,label          2 columns with a header
///   a,sports
///   b,                  a blank cell: not known
#include <optional>
#include <string>
#include <vector>

#include "../graph/api.hpp"
#include "delimited.hpp"
#include "names.hpp"

namespace edgewise::io {
EDGEWISE_API_BEGIN

/// A read table.  Row r speaks of node `ids[r]` and stands on line `line[r]`; no id stands twice.
struct NodeTable {
  std::string file;  ///< its name, for messages
  Names ids;
  std::vector<std::size_t> line;
  std::vector<std::string> columns;             ///< names of the columns beside the id; "1", "2", ... without a header
  std::size_t header_line = 0;                  ///< the line that names the columns; 0 without one
  std::vector<std::vector<std::string>> cells;  ///< cells[c][r], blanks around them taken off
  std::vector<std::size_t> place;               ///< per column: where it stands on the line, from 1 and the id counted
  std::string note;                             ///< how the file was read

  /// The column of that name, whatever its case.  Throws DataError where two have it.
  std::optional<std::size_t> find(const std::string& column) const;
  /// Does a line name the columns?
  bool has_header() const { return header_line > 0; }
  /// `file:line` of the names of the columns, `file` alone without them.
  std::string where_columns() const { return has_header() ? file + ":" + std::to_string(header_line) : file; }
  /// The end of a message about columns: without a header, how to say that the first line is one.
  std::string header_hint() const {
    return has_header() ? "" : " (no header was seen; --header yes, if line " + std::to_string(line.empty() ? 1 : line[0]) + " names the columns)";
  }
  /// `file:line` of row r.
  std::string where(std::size_t row) const { return file + ":" + std::to_string(line[row]); }
};

/// Where the id stands: the column called node, node_id or id, else the first.
std::size_t id_column(const std::vector<std::string>& header);
/// "f.csv:7: node 'a' has a row already, on line 3".
[[noreturn]] void fail_twice(const std::string& file, std::size_t line, const std::string& id, std::size_t first_line);

/// A LINQS file (its name ends in .content) is a table of one column, "label".
bool is_linqs_content(std::string_view name);
/// Throws   DataError `file:line: ...`: another number of fields than the first row has (a blank last cell may be missing behind a blank or
///          tab), a blank id, a node twice (both lines are named).
NodeTable load_node_table(const TextFile& file, const TableFormat& format);

EDGEWISE_API_END
}  // namespace edgewise::io
