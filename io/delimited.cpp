#include "delimited.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <utility>

#include "../graph/error.hpp"
#include "parse.hpp"

namespace edgewise::io {
namespace {

constexpr std::size_t kSample = 20;  // lines looked at to find the separator

constexpr std::array<std::string_view, 30> kColumnWords = {
    "source", "target",  "src",  "dst",  "from", "to",        "node",      "nodes",   "id",  "ids", "label", "labels", "class", "set", "split",
    "weight", "weights", "type", "kind", "name", "source_id", "target_id", "node_id", "id1", "id2", "node1", "node2",  "u",     "v",   "relation"};

char character(Separator separator) {
  switch (separator) {
    case Separator::tab:
      return '\t';
    case Separator::comma:
      return ',';
    case Separator::semicolon:
      return ';';
    default:
      return ' ';
  }
}

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view kBlanks = " \t";
  const std::size_t first = text.find_first_not_of(kBlanks);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(kBlanks) - first + 1);
}

std::ptrdiff_t count_unquoted(std::string_view text, char wanted) {
  bool quoted = false;
  std::ptrdiff_t count = 0;
  for (const char c : text) {
    if (c == '"') quoted = !quoted;
    if (c == wanted && !quoted) ++count;
  }
  return quoted ? std::count(text.begin(), text.end(), wanted) : count;  // a quote that never ends quotes nothing
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

std::string_view name_of(Separator separator) {
  switch (separator) {
    case Separator::tab:
      return "tab";
    case Separator::comma:
      return "comma";
    case Separator::semicolon:
      return "semicolon";
    case Separator::blank:
      return "blank";
    default:
      return "auto";
  }
}

bool is_column_word(std::string_view word) {
  std::string lower(word);
  std::transform(lower.begin(), lower.end(), lower.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return std::find(kColumnWords.begin(), kColumnWords.end(), lower) != kColumnWords.end();
}

Table::Table(TextFile file, const TableFormat& format) : file_(std::move(file)), format_(format), body_(file_.text()), walk_(body_) {
  find_separator();
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
  for (const Separator candidate : {Separator::tab, Separator::comma, Separator::semicolon}) {
    std::vector<std::ptrdiff_t> counts;
    for (const std::string_view text : sample) counts.push_back(count_unquoted(text, character(candidate)));
    std::sort(counts.begin(), counts.end());
    const auto middle = counts.empty() ? 0 : counts[counts.size() / 2];
    if (middle > 0 && std::count(counts.begin(), counts.end(), middle) * 2 > static_cast<std::ptrdiff_t>(counts.size())) {
      separator_ = candidate;
      return;
    }
  }
  separator_ = Separator::blank;
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
  split(first, words);
  bool header = format_.header == Header::yes || std::all_of(words.begin(), words.end(), is_column_word);
  if (!header) {
    enum class Below : unsigned char { nothing, numbers, text };  // what stands under a first field that is no number
    std::vector<Below> below(words.size(), Below::nothing);
    for (std::size_t c = 0; c < words.size(); ++c)
      if (words[c].empty() || is_number(words[c])) below[c] = Below::text;
    std::vector<std::string_view> row;
    LineWalk rest = walk;
    for (Line line; std::any_of(below.begin(), below.end(), [](Below b) { return b != Below::text; }) && rest.next(line);) {
      if (skipped(line.text)) continue;
      split(line, row);
      for (std::size_t c = 0; c < std::min(below.size(), row.size()); ++c)
        if (!row[c].empty() && below[c] != Below::text) below[c] = is_number(row[c]) ? Below::numbers : Below::text;
    }
    header = std::find(below.begin(), below.end(), Below::numbers) != below.end();
    unquoted_.clear();
    split(first, words);
  }
  if (!header) return;
  header_.assign(words.begin(), words.end());
  const char* const end = first.text.data() + first.text.size();
  std::string_view rest = body_.substr(static_cast<std::size_t>(end - body_.data()));
  rest.remove_prefix(std::min(rest.find('\n'), rest.size() - (rest.empty() ? 0 : 1)) + (rest.empty() ? 0 : 1));
  start_at(rest, first.number + 1);
}

void Table::split(const Line& line, std::vector<std::string_view>& fields) {
  fields.clear();
  std::string_view rest = line.text;
  if (separator_ == Separator::blank) {
    for (;;) {
      const std::size_t first = rest.find_first_not_of(" \t");
      if (first == std::string_view::npos) return;
      rest.remove_prefix(first);
      const std::size_t length = std::min(rest.find_first_of(" \t"), rest.size());
      fields.push_back(rest.substr(0, length));
      rest.remove_prefix(length);
    }
  }
  const char separator = character(separator_);
  for (;;) {
    if (rest.starts_with('"')) {
      std::string value;
      bool doubled = false;
      std::size_t at = 1;
      for (;; ++at) {
        if (at >= rest.size()) fail<DataError>(file_.name(), ":", line.number, ": a quoted field does not end on its line: '", line.text, "'");
        if (rest[at] != '"') continue;
        if (at + 1 >= rest.size() || rest[at + 1] != '"') break;
        doubled = true;
        ++at;
      }
      std::string_view inside = rest.substr(1, at - 1);
      if (doubled) {
        for (std::size_t c = 0; c < inside.size(); ++c) {
          value += inside[c];
          if (inside[c] == '"') ++c;
        }
        unquoted_.push_back(std::move(value));
        inside = unquoted_.back();
      }
      fields.push_back(inside);
      rest.remove_prefix(at + 1);
      const std::string_view gap = trimmed(rest.substr(0, std::min(rest.find(separator), rest.size())));
      if (!gap.empty())
        fail<DataError>(file_.name(), ":", line.number, ": '", gap, "' stands behind a closing quote; expected ", name_of(separator_),
                        " or the end of the line");
    } else {
      fields.push_back(trimmed(rest.substr(0, rest.find(separator))));
    }
    const std::size_t end = rest.find(separator);
    if (end == std::string_view::npos) return;
    rest.remove_prefix(end + 1);
  }
}

bool Table::next() {
  while (walk_.next(line_)) {
    if (!skipped(line_.text)) {
      unquoted_.clear();
      split(line_, fields_);
      return true;
    }
    if (!trimmed(line_.text).empty()) ++comments_;
  }
  return false;
}

std::string Table::where() const { return file_.name() + ":" + std::to_string(line_.number); }

std::string Table::note() const {
  std::string text = file_.name() + ": separator " + std::string(name_of(separator_)) + "; header: " + (has_header() ? "yes" : "no");
  if (comments_ > 0) text += "; " + std::to_string(comments_) + (comments_ == 1 ? " comment line skipped" : " comment lines skipped");
  return text;
}

}  // namespace edgewise::io
