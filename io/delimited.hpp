#pragma once
/// Tables of fields: what separates them, whether the first line is a header, where a comment starts.
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "../graph/api.hpp"
#include "fields.hpp"
#include "text.hpp"

namespace edgewise::io {
EDGEWISE_API_BEGIN

/// Whether a table's first line names its columns.
enum class Header { automatic, yes, no };

/// How a table is to be read; the defaults find out.
struct TableFormat {
  Separator separator = Separator::automatic;  ///< blank: any run of blanks and tabs
  Header header = Header::automatic;           ///< whether the first line names the columns
  bool comments = true;                        ///< a line whose first character is # or % is skipped and counted
};
/// From the words of the command line: auto|tab|comma|semicolon|blank, auto|yes|no, auto|none.  Throws UsageError.
TableFormat table_format(const std::string& separator, const std::string& header, const std::string& comment);

/// Walks the data lines of a table.  Blank lines and comments are skipped, the latter counted.
/// Separator   automatic: the one among tab, comma, semicolon and blanks (in this order among equals) that cuts the most of the first
///             lines into one and the same number of fields.
/// Header      automatic: the first line is one when each of its fields is a column word (source, target, node, id, label ...), or when
///             some field of it is no number and that column is all numbers below.
/// Quotes      With tab, comma or semicolon a field may stand in double quotes ("" for a quote); it ends on its line.
/// Throws      DataError `path:line: ...` for a quote that does not end.
class Table {
 public:
  Table(TextFile file, const TableFormat& format);

  /// Moves to the next data line; false at the end.
  bool next();
  /// Fields of the current line, blanks around them taken off; valid until the next call of next().
  std::span<const std::string_view> fields() const { return fields_; }
  /// The current line, counted and as it stands:
  std::size_t line() const { return line_.number; }
  std::string_view line_text() const { return line_.text; }
  /// `path:line` of the current line.
  std::string where() const;

  /// What was found out when the table was opened:
  bool has_header() const { return !header_.empty(); }
  const std::vector<std::string>& header() const { return header_; }
  Separator separator() const { return separator_; }
  const TextFile& file() const { return file_; }
  /// The text from the first data line on, and the number of that line:
  std::string_view body() const { return body_; }
  std::size_t body_line() const { return body_line_; }
  /// "path: separator tab; header: yes; 3 comment lines skipped".  The count is complete once next() has returned false.
  std::string note() const { return note(comments_); }
  /// The same for who walks body() alone and counts what it skips.
  std::string note(std::size_t comments) const;
  /// How often a comment line was skipped so far.
  std::size_t comments() const { return comments_; }

 private:
  bool skipped(std::string_view text) const;
  void find_separator();
  void find_header();

  TextFile file_;
  TableFormat format_;
  Separator separator_ = Separator::blank;
  std::vector<std::string> header_;
  std::string_view body_;
  std::size_t body_line_ = 1;
  LineWalk walk_;
  FieldSplitter splitter_;
  Line line_;
  std::vector<std::string_view> fields_;
  std::size_t comments_ = 0;
  std::string column_word_;  // in a first line that passes for data
};

/// True for a word that names a column: source, target, src, dst, from, to, node, id, label, class, set, split, weight, type ...
bool is_column_word(std::string_view word);

EDGEWISE_API_END
}  // namespace edgewise::io
