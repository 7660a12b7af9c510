#include <filesystem>
#include <optional>
#include <utility>

#include "../fields.hpp"
#include "record_sources.hpp"

namespace edgewise::mol {
namespace {

constexpr std::size_t kColumnBytes = std::size_t{1} << 22;  // the records in them say which data items become columns
constexpr std::size_t kMostColumns = 2000;                  // of a file that is looked through as a whole
constexpr std::size_t kShownOfGiant = 200;

/// The name in a line like `>  <IGC50>  (3)`.
std::optional<std::string_view> item_name(std::string_view line) {
  if (!line.starts_with('>')) return std::nullopt;
  const std::size_t open = line.find('<');
  if (open == std::string_view::npos) return std::nullopt;
  const std::size_t close = line.rfind('>');
  if (close <= open + 1) return std::nullopt;
  return io::trimmed(line.substr(open + 1, close - open - 1));
}

bool is_end(std::string_view line) { return line.starts_with("$$$$"); }
bool is_block_end(std::string_view line) { return line.starts_with("M  END"); }

class SdfSource : public RecordSource {
 public:
  SdfSource(TextWindow window, const RecordOptions& options) : RecordSource(std::move(window), options) {
    while (window_.size() < kColumnBytes && window_.grow()) {
    }
    const std::string& path = name();
    std::error_code error;
    // A file is read twice, so that a data item which first turns up late has its column too.  What can be read only once goes by its beginning.
    if (window_.size() >= kColumnBytes && std::filesystem::is_regular_file(path, error) &&
        std::filesystem::file_size(path, error) == window_.stream().size())
      look_through(TextWindow(io::ByteStream::open(path)));
    else
      find_columns();
    columns_.insert(columns_.begin(), place_.contains("title") ? "sdf_title" : "title");
    smiles_column_ = columns_.size();
  }

  std::string note() const override {
    const std::size_t items = columns_.size() - 1;
    return "SDF; " + std::to_string(items) + (items == 1 ? " data item" : " data items");
  }

  bool next(Record& record) override {
    record.line = line_;
    std::size_t from = 0;
    bool blank = true;
    for (;;) {
      if (window_.size() <= from && !window_.grow()) break;  // the last record needs no end
      const TextWindow::End end = window_.line_end(from, options_.most_bytes);
      if (!end.ended || from > options_.most_bytes) {
        giant(record, from);
        return true;
      }
      ++line_;
      const std::string_view line = window_.view().substr(from, end.text - from);
      if (is_end(line)) {
        take(record, window_.view().substr(0, from));
        window_.drop(end.next);
        return true;
      }
      if (!io::trimmed(line).empty()) blank = false;
      from = end.next;
    }
    if (blank) {
      window_.drop(from);
      return false;
    }
    take(record, window_.view().substr(0, from));
    window_.drop(from);
    return true;
  }

 private:
  void find_columns() {
    io::LineWalk walk(window_.view().substr(0, kColumnBytes));
    for (io::Line line; walk.next(line);) look_at(line.text);
  }
  void look_through(TextWindow text) {
    while (columns_.size() < kMostColumns && (text.size() > 0 || text.grow())) {
      const TextWindow::End end = text.line_end(0, options_.most_bytes);
      if (end.ended) look_at(text.view().substr(0, end.text));
      text.drop(end.next);
    }
  }
  void look_at(std::string_view line) {
    if (is_end(line)) behind_block_ = false;
    if (is_block_end(line)) behind_block_ = true;
    const auto item = behind_block_ ? item_name(line) : std::nullopt;
    if (item && !item->empty() && place_.try_emplace(std::string(*item), columns_.size() + 1).second) columns_.emplace_back(*item);
  }

  /// A record beyond every measure: its beginning is kept, the rest read over.
  void giant(Record& record, std::size_t from) {
    record.oversized = true;
    record.text = window_.view().substr(0, kShownOfGiant);
    window_.drop(from);
    for (;;) {
      if (window_.size() == 0 && !window_.grow()) return;
      const TextWindow::End end = window_.line_end(0, 4);
      const bool last = is_end(window_.view().substr(0, end.text));
      window_.drop(end.next);
      if (!end.ended) skip_line();
      ++line_;
      if (last) return;
    }
  }

  /// `text`: the record without its $$$$ line.
  void take(Record& record, std::string_view text) {
    record.text = text;
    while (record.text.ends_with('\n') || record.text.ends_with('\r')) record.text.pop_back();
    io::LineWalk walk(text);
    io::Line line;
    bool in_block = true;
    std::string* value = nullptr;
    std::size_t blocks = 0;
    while (walk.next(line)) {
      if (line.number == 1) record.fields[0] = io::trimmed(line.text);
      if (is_block_end(line.text)) ++blocks;
      if (in_block) {
        // Data items where no block end came: whatever is there goes to the parser, which says what is missing.
        if (line.number > 4 && item_name(line.text)) {
          in_block = false;
        } else {
          // A blank line among atoms, bonds or properties means nothing, and some programs leave one there.
          if (line.number <= 4 || !io::trimmed(line.text).empty()) record.structure.append(line.text).append("\n");
          if (is_block_end(line.text)) in_block = false;
          continue;
        }
      }
      if (const auto item = item_name(line.text)) {
        const auto found = place_.find(std::string(*item));
        value = found == place_.end() ? nullptr : &record.fields[found->second];
        if (value)
          value->clear();
        else
          ++late_items_;
      } else if (io::trimmed(line.text).empty()) {
        value = nullptr;
      } else if (value) {
        if (!value->empty()) *value += '\n';
        value->append(line.text);
      }
    }
    if (blocks > 1) record.fault = std::to_string(blocks) + " structures in one record; a line $$$$ is missing between them";
  }

  bool behind_block_ = false;                           // where columns are looked for
  std::unordered_map<std::string, std::size_t> place_;  // of a data item among the columns
};

}  // namespace

std::unique_ptr<RecordSource> make_sdf_source(TextWindow window, const RecordOptions& options) {
  return std::make_unique<SdfSource>(std::move(window), options);
}

}  // namespace edgewise::mol
