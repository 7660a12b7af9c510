#pragma once
/// For sources only: one class a format, each knows where a record ends.
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "records.hpp"
#include "text_window.hpp"

namespace edgewise::mol {

class RecordSource {
 public:
  RecordSource(TextWindow window, RecordOptions options) : window_(std::move(window)), options_(std::move(options)) {}
  virtual ~RecordSource() = default;
  RecordSource(const RecordSource&) = delete;
  RecordSource& operator=(const RecordSource&) = delete;
  /// Fills everything but `number`.  False at the end.
  virtual bool next(Record& record) = 0;
  virtual std::string note() const = 0;

  TextWindow window_;
  RecordOptions options_;
  std::vector<std::string> columns_;
  std::size_t smiles_column_ = 0;
  std::size_t late_items_ = 0;

 protected:
  const std::string& name() const { return window_.stream().name(); }
  /// Drops what is left of a line that passed the limit.
  void skip_line();

  std::size_t line_ = 1;  // number of the line at the window's beginning
};

/// A table or a .smi: a line is a record, unless a quoted field runs on.  Knows blank lines and lines beyond every measure.
class LineSource : public RecordSource {
 public:
  using RecordSource::RecordSource;
  bool next(Record& record) override;

 protected:
  /// The window begins with a line that is not blank: text up to end.text.  Fills fields and structure, drops what it used.
  virtual void take(Record& record, TextWindow::End end) = 0;
  /// A blank line inside is a record with an empty structure.
  virtual bool blank_is_record() const = 0;

 private:
  void blank(Record& record);
  std::size_t blank_lines_ = 0;  // still to be given out
  std::size_t blank_from_ = 0;   // number of the first of them
};

std::unique_ptr<RecordSource> make_table_source(TextWindow window, const RecordOptions& options, bool tabs);
std::unique_ptr<RecordSource> make_smi_source(TextWindow window, const RecordOptions& options);
std::unique_ptr<RecordSource> make_sdf_source(TextWindow window, const RecordOptions& options);

/// Lower-case letters.
std::string lowered(std::string_view text);

}  // namespace edgewise::mol
