#include <algorithm>
#include <utility>

#include "../../graph/error.hpp"
#include "../fields.hpp"
#include "../listed.hpp"
#include "record_sources.hpp"

namespace edgewise::mol {
namespace {

/// `text` cut at every separator, quotes not looked at.  What goes beyond the last column is dropped.  Gives the number of pieces.
std::size_t split_plain(std::string_view text, char separator, std::vector<std::string>& fields) {
  std::size_t count = 0;
  for (;;) {
    const std::size_t end = text.find(separator);
    if (count < fields.size()) fields[count] = text.substr(0, end);
    ++count;
    if (end == std::string_view::npos) return count;
    text.remove_prefix(end + 1);
  }
}

class TableSource : public LineSource {
 public:
  TableSource(TextWindow window, const RecordOptions& options, bool tabs) : LineSource(std::move(window), options), separator_(tabs ? '\t' : ',') {
    read_header(tabs);
    find_smiles();
  }

  std::string note() const override {
    const char* word = separator_ == '\t' ? "tab" : separator_ == ';' ? "semicolon" : "comma";
    return std::string("separator ") + word + "; " + std::to_string(columns_.size()) + (columns_.size() == 1 ? " column" : " columns") +
           "; structures in '" + columns_[smiles_column_] + "'";
  }

 protected:
  bool blank_is_record() const override { return columns_.size() == 1; }

  void take(Record& record, TextWindow::End end) override {
    const std::string_view line = window_.view().substr(0, end.text);
    std::size_t used = end.next, lines = 1;
    if (line.find('"') == std::string_view::npos) {
      const std::size_t count = split_plain(line, separator_, record.fields);
      record.text = line;
      if (count != columns_.size()) record.fault = wrong_count(count);
    } else {
      std::size_t text_end = 0;
      const std::string reason = split_quoted(record.fields, columns_.size(), text_end, used, lines);
      if (!reason.empty()) {  // one line pays for a stray quote, not the file
        for (std::string& field : record.fields) field.clear();
        const std::string_view first = window_.view().substr(0, end.text);
        split_plain(first, separator_, record.fields);
        record.fault = reason;
        used = end.next;
        text_end = end.text;
        lines = 1;
      }
      record.text = window_.view().substr(0, text_end);
    }
    record.structure = io::trimmed(record.fields[smiles_column_]);
    window_.drop(used);
    line_ += lines;
  }

 private:
  std::string wrong_count(std::size_t count) const {
    return std::to_string(count) + (count == 1 ? " field" : " fields") + ", the header has " + std::to_string(columns_.size());
  }

  /// Character k of the window, which grows on the way; 0 behind the end (a true 0 is no separator either).
  char at(std::size_t k) {
    while (k >= window_.size())
      if (!window_.grow()) return '\0';
    return window_.view()[k];
  }
  bool ends_at(std::size_t k) { return k >= window_.size() && at(k) == '\0' && k >= window_.size(); }

  /// The row at the window's beginning.  `wanted` 0: any number of fields, appended.  Gives "" or why it does not come out.
  std::string split_quoted(std::vector<std::string>& fields, std::size_t wanted, std::size_t& text_end, std::size_t& used, std::size_t& lines) {
    if (wanted == 0) fields.clear();
    std::size_t count = 0, k = 0;
    lines = 1;
    std::string field;
    const auto give = [&] {
      if (wanted == 0)
        fields.push_back(field);
      else if (count < wanted)
        fields[count] = field;
      ++count;
      field.clear();
    };
    for (;;) {
      if (at(k) == '"' && !ends_at(k)) {  // a quoted field
        for (++k;; ++k) {
          if (ends_at(k) || k > options_.most_bytes || lines > options_.most_lines) return "a quote that does not end";
          const char c = at(k);
          if (c == '"') {
            if (at(k + 1) != '"' || ends_at(k + 1)) break;
            ++k;
          }
          lines += c == '\n' ? 1U : 0U;
          field += c;
        }
        ++k;
      } else {
        while (!ends_at(k) && at(k) != separator_ && at(k) != '\n') field += at(k++);
        if (!ends_at(k) && field.ends_with('\r')) field.pop_back(), --k;  // belongs to the line end
        if (ends_at(k) && field.ends_with('\r')) field.pop_back();
      }
      if (!ends_at(k) && at(k) == separator_) {
        give();
        ++k;
        continue;
      }
      if (ends_at(k) || at(k) == '\n' || (at(k) == '\r' && (at(k + 1) == '\n' || ends_at(k + 1)))) break;
      return "text behind a closing quote";
    }
    give();
    text_end = std::min(k, window_.size());
    used = std::min(k + (at(k) == '\r' ? 2U : 1U), window_.size());
    if (wanted != 0 && count != wanted) return wrong_count(count);
    return "";
  }

  void read_header(bool tabs) {
    for (;;) {
      if (window_.size() == 0 && !window_.grow()) io_fail("no header line, expected one like id,smiles");
      const TextWindow::End end = window_.line_end(0, options_.most_bytes);
      if (window_.view().substr(0, end.text).find('\r') != std::string_view::npos)
        io_fail("lines end in CR alone, expected LF or CRLF; convert them: tr '\\r' '\\n'");
      if (!end.ended) io_fail("the header line has no end, expected one like id,smiles");
      const std::string_view line = window_.view().substr(0, end.text);
      if (io::trimmed(line).empty()) {
        window_.drop(end.next);
        ++line_;
        continue;
      }
      if (!tabs) {  // the most frequent of the three; a comma among equals
        std::ptrdiff_t most = 0;
        for (const char candidate : {',', '\t', ';'}) {
          const auto count = std::count(line.begin(), line.end(), candidate);
          if (count > most) {
            most = count;
            separator_ = candidate;
          }
        }
      }
      std::size_t text_end = 0, used = 0, lines = 1;
      const std::string reason = split_quoted(columns_, 0, text_end, used, lines);
      if (!reason.empty()) io_fail("in the header: " + reason);
      for (std::string& column : columns_) column = std::string(io::trimmed(column));
      window_.drop(used);
      line_ += lines;
      return;
    }
  }

  [[noreturn]] void io_fail(const std::string& what) const { fail<DataError>(name(), ":", line_, ": ", what); }

  void find_smiles() {
    std::vector<std::size_t> exact, near;
    for (std::size_t c = 0; c < columns_.size(); ++c) {
      if (!options_.smiles_column.empty()) {
        if (columns_[c] == options_.smiles_column) exact.push_back(c);
        continue;
      }
      const std::string lower = lowered(columns_[c]);
      if (lower == "smiles") exact.push_back(c);
      if (lower.find("smiles") != std::string::npos) near.push_back(c);
    }
    const std::vector<std::size_t>& found = exact.empty() ? near : exact;
    if (found.size() == 1) {
      smiles_column_ = found[0];
      return;
    }
    const std::string wanted = options_.smiles_column.empty() ? "column 'smiles'" : "column '" + options_.smiles_column + "'";
    if (found.empty())
      fail<DataError>(name(), ":1: no ", wanted, "; there are: ", io::listed(columns_), "; name the one with the structures (--smiles-column)");
    std::vector<std::string> both;
    for (const std::size_t c : found) both.push_back(columns_[c]);
    const bool one_name = std::all_of(both.begin(), both.end(), [&](const std::string& column) { return column == both[0]; });
    fail<DataError>(name(), ":1: ", found.size(), " columns could hold the structures: ", io::listed(both),
                    one_name ? "; rename all but one in the file" : "; name one (--smiles-column)");
  }

  char separator_;
};

}  // namespace

std::unique_ptr<RecordSource> make_table_source(TextWindow window, const RecordOptions& options, bool tabs) {
  return std::make_unique<TableSource>(std::move(window), options, tabs);
}

}  // namespace edgewise::mol
