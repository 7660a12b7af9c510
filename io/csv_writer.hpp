#pragma once
/// For sources only: a CSV file row by row, quoting only what needs it.
#include <string>
#include <string_view>

#include "number.hpp"
#include "output_file.hpp"

namespace edgewise::io {

/// `text` as one field: quoted when it holds a comma, a quote, a line end, a blank at either end, or begins like a comment.
inline void append_field(std::string& line, std::string_view text) {
  const bool plain =
      text.find_first_of(",\"\r\n") == std::string_view::npos &&
      (text.empty() || (std::string_view(" \t#%").find(text.front()) == std::string_view::npos && text.back() != ' ' && text.back() != '\t'));
  if (plain) {
    line.append(text);
    return;
  }
  line += '"';
  for (const char c : text) {
    if (c == '"') line += '"';
    line += c;
  }
  line += '"';
}

/// Fields are added to a row, `end_row` ends it, `commit` gives the file its name.
class CsvWriter {
 public:
  explicit CsvWriter(const std::string& path) : file_(path) {}
  CsvWriter& text(std::string_view field) {
    separate();
    append_field(line_, field);
    return *this;
  }
  template <class Number>
  CsvWriter& number(Number field) {
    separate();
    append_number(line_, field);
    return *this;
  }
  void end_row() {
    line_ += '\n';
    file_.write(line_);
    line_.clear();
    first_ = true;
  }
  void commit() { file_.commit(); }

 private:
  void separate() {
    if (!first_) line_ += ',';
    first_ = false;
  }

  OutputFile file_;
  std::string line_;
  bool first_ = true;
};

}  // namespace edgewise::io
