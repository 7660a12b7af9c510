#pragma once
/// One line into its fields.
#include <deque>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "../graph/api.hpp"
#include "text.hpp"

namespace edgewise::io {
EDGEWISE_API_BEGIN

/// blank: any run of blanks and tabs.
enum class Separator { automatic, tab, comma, semicolon, blank };

/// The character itself; a blank for `blank`.
char character(Separator separator);
/// The word of a separator as the command line has it.
std::string_view name_of(Separator separator);
/// Without blanks and tabs at both ends.
std::string_view trimmed(std::string_view text);

/// Splits line after line.  Blanks around a field do not belong to it.  With tab, comma or semicolon a field may stand in double
/// quotes ("" for a quote), which keep blanks and separators; it ends on its line.
class FieldSplitter {
 public:
  FieldSplitter() = default;
  /// `file` opens the messages.
  FieldSplitter(Separator separator, std::string file) : separator_(separator), file_(std::move(file)) {}
  /// Fills `fields` with views that hold until the next call.  Throws DataError `file:line:` for a quote that does not end.
  void split(const Line& line, std::vector<std::string_view>& fields);

  /// Some field of the last line is not a piece of it (it had doubled quotes).
  bool copied() const { return !unquoted_.empty(); }

 private:
  std::string_view quoted_field(const Line& line, std::string_view& rest);

  Separator separator_ = Separator::blank;
  std::string file_;
  std::deque<std::string> unquoted_;  // fields of the current line that had doubled quotes
};

EDGEWISE_API_END
}  // namespace edgewise::io
