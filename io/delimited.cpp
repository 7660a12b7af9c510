#include "delimited.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <map>
#include <utility>

#include "../graph/error.hpp"
#include "parse.hpp"

namespace edgewise::io {
namespace {

constexpr std::size_t kSample = 20;  // lines looked at to find the separator

constexpr std::array<std::string_view, 38> kColumnWords = {
    "source", "target",   "src",    "dst",     "from",   "to",     "node", "nodes",     "id",         "ids",      "label",     "labels",   "class",
    "set",    "split",    "weight", "weights", "type",   "kind",   "name", "source_id", "target_id",  "node_id",  "id1",       "id2",      "node1",
    "node2",  "relation", "id_1",   "id_2",    "node_1", "node_2", "head", "tail",      "fromnodeid", "tonodeid", "edge_type", "timestamp"};

/// Words that a number may follow.
constexpr std::array<std::string_view, 4> kNumbered = {"split", "set", "label", "class"};

std::size_t count_unquoted(std::string_view text, char wanted) {
  bool quoted = false;
  std::size_t count = 0;
  for (const char c : text) {
    if (c == '"') quoted = !quoted;
    if (c == wanted && !quoted) ++count;
  }
  return quoted ? static_cast<std::size_t>(std::count(text.begin(), text.end(), wanted)) : count;  // a quote that never ends quotes nothing
}

/// Runs of blanks and tabs inside the text.
std::size_t count_gaps(std::string_view text) {
  text = trimmed(text);
  std::size_t count = 0;
  for (std::size_t c = 1; c < text.size(); ++c)
    if ((text[c] == ' ' || text[c] == '\t') && text[c - 1] != ' ' && text[c - 1] != '\t') ++count;
  return count;
}

bool is_number(std::string_view text) { return parse<double>(text).has_value(); }

template <class Value>
Value choose(const char* flag, const std::string& got, std::initializer_list<std::pair<const char*, Value>> words) {
  std::string known;
  for (const auto& [word, value] : words) {
    if (got == word) return value;
    known += known.empty() ? "" : ", ";
    known += word;
  }
  fail<UsageError>(flag, ": got '", got, "', expected one of ", known);
}

}  // namespace

TableFormat table_format(const std::string& separator, const std::string& header, const std::string& comment) {
  return {choose<Separator>("--separator", separator,
                            {{"auto", Separator::automatic},
                             {"tab", Separator::tab},
                             {"comma", Separator::comma},
                             {"semicolon", Separator::semicolon},
                             {"blank", Separator::blank}}),
          choose<Header>("--header", header, {{"auto", Header::automatic}, {"yes", Header::yes}, {"no", Header::no}}),
          choose<bool>("--comment", comment, {{"auto", true}, {"none", false}})};
}

bool is_column_word(std::string_view word) {
  std::string lower(word);
  std::transform(lower.begin(), lower.end(), lower.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  if (std::find(kColumnWords.begin(), kColumnWords.end(), lower) != kColumnWords.end()) return true;
  // Splits, sets and labels by number: split_0, split_1, ...
  const std::size_t bar = lower.rfind('_');
  return bar != std::string::npos && parse<std::uint32_t>(std::string_view(lower).substr(bar + 1)) &&
         std::find(kNumbered.begin(), kNumbered.end(), std::string_view(lower).substr(0, bar)) != kNumbered.end();
}

Table::Table(TextFile file, const TableFormat& format) : file_(std::move(file)), format_(format), body_(file_.text()), walk_(body_) {
  find_separator();
  splitter_ = FieldSplitter(separator_, file_.name());
  find_header();
  walk_ = LineWalk(body_, body_line_);
}

bool Table::skipped(std::string_view text) const { return trimmed(text).empty() || (format_.comments && (text[0] == '#' || text[0] == '%')); }

void Table::find_separator() {
  separator_ = format_.separator;
  if (separator_ != Separator::automatic) return;
  std::vector<std::string_view> sample;
  LineWalk walk(body_);
  for (Line line; sample.size() < kSample && walk.next(line);)
    if (!skipped(line.text)) sample.push_back(line.text);
  // The winner splits the most lines into the same number of fields, two at least; the earlier one of equals.
  std::size_t best = 0;
  separator_ = Separator::blank;
  for (const Separator candidate : {Separator::tab, Separator::comma, Separator::semicolon, Separator::blank}) {
    std::map<std::size_t, std::size_t> lines;
    std::size_t most = 0;
    for (const std::string_view text : sample) {
      const std::size_t count = candidate == Separator::blank ? count_gaps(text) : count_unquoted(trimmed(text), character(candidate));
      if (count > 0) most = std::max(most, ++lines[count]);
    }
    if (most > best) separator_ = candidate;
    best = std::max(best, most);
  }
}

void Table::find_header() {
  Line first;
  LineWalk walk(body_);
  for (;;) {
    if (!walk.next(first)) return;
    if (!skipped(first.text)) break;
    if (!trimmed(first.text).empty()) ++comments_;
  }
  // The body starts at the first data line, whether that is `first` or the line behind it.
  auto start_at = [&](std::string_view text, std::size_t number) {
    body_ = body_.substr(static_cast<std::size_t>(text.data() - body_.data()));
    body_line_ = number;
  };
  start_at(first.text, first.number);
  if (format_.header == Header::no) return;

  std::vector<std::string_view> words;
  splitter_.split(first, words);
  // A first column without a name is the index that tables are written with.
  const bool index = words.size() > 1 && words[0].empty();
  bool header = format_.header == Header::yes || std::all_of(words.begin() + (index ? 1 : 0), words.end(), is_column_word);
  if (!header) {
    enum class Below : unsigned char { nothing, numbers, text };  // what stands under a first field that is no number
    std::vector<Below> below(words.size(), Below::nothing);
    for (std::size_t c = 0; c < words.size(); ++c)
      if (words[c].empty() || is_number(words[c])) below[c] = Below::text;
    std::vector<std::string_view> row;
    LineWalk rest = walk;
    for (Line line; std::any_of(below.begin(), below.end(), [](Below b) { return b != Below::text; }) && rest.next(line);) {
      if (skipped(line.text)) continue;
      splitter_.split(line, row);
      for (std::size_t c = 0; c < std::min(below.size(), row.size()); ++c)
        if (!row[c].empty() && below[c] != Below::text) below[c] = is_number(row[c]) ? Below::numbers : Below::text;
    }
    header = std::find(below.begin(), below.end(), Below::numbers) != below.end();
    splitter_.split(first, words);
  }
  if (!header) {
    const auto word = std::find_if(words.begin(), words.end(), is_column_word);
    if (word != words.end()) column_word_ = *word;
    return;
  }
  header_.assign(words.begin(), words.end());
  const char* const end = first.text.data() + first.text.size();
  std::string_view rest = body_.substr(static_cast<std::size_t>(end - body_.data()));
  rest.remove_prefix(std::min(rest.find('\n'), rest.size() - (rest.empty() ? 0 : 1)) + (rest.empty() ? 0 : 1));
  start_at(rest, first.number + 1);
}

bool Table::next() {
  while (walk_.next(line_)) {
    if (!skipped(line_.text)) {
      splitter_.split(line_, fields_);
      return true;
    }
    if (!trimmed(line_.text).empty()) ++comments_;
  }
  return false;
}

std::string Table::where() const { return file_.name() + ":" + std::to_string(line_.number); }

std::string Table::note(std::size_t comments) const {
  std::string text = file_.name() + ": separator " + std::string(name_of(separator_)) + "; header: " + (has_header() ? "yes" : "no");
  if (!column_word_.empty())
    text += " (line " + std::to_string(body_line_) + " has the word '" + column_word_ + "'; --header yes, if it names the columns)";
  if (comments > 0) text += "; " + std::to_string(comments) + (comments == 1 ? " comment line skipped" : " comment lines skipped");
  return text;
}

}  // namespace edgewise::io
