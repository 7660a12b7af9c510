// Almost every line of almost every edge list is two integers (and perhaps numbers): those lines are read in one pass over their
// characters.  Any other line goes through the splitter, which knows quotes, blanks and words.
#include "edge_chunk.hpp"

#include <charconv>
#include <cmath>
#include <cstring>
#include <span>

#include "../graph/error.hpp"
#include "parse.hpp"

namespace edgewise::io {
namespace {

constexpr std::size_t kPending = 1024;  // ends looked up at once

bool is_digit(char c) { return static_cast<unsigned char>(c - '0') < 10; }

/// A canonical integer of at most 19 digits at `at`, which then moves behind it.
bool take_integer(const char*& at, const char* end, std::uint64_t& value) {
  const char* const begin = at;
  value = 0;
  while (at != end && is_digit(*at)) value = value * 10 + static_cast<std::uint64_t>(*at++ - '0');
  const auto digits = at - begin;
  return digits > 0 && digits < 20 && (*begin != '0' || digits == 1);
}

bool take_separator(const char*& at, const char* end, Separator separator) {
  if (at == end) return false;
  if (separator != Separator::blank) return *at++ == character(separator);
  const char* const begin = at;
  while (at != end && (*at == ' ' || *at == '\t')) ++at;
  return at != begin;
}

bool take_number(const char*& at, const char* end, float& value) {
  const auto [behind, error] = std::from_chars(at, end, value);
  at = behind;
  return error == std::errc() && std::isfinite(value);
}

bool take_line_end(const char*& at, const char* end) {
  if (at != end && *at == '\r') ++at;
  return at == end || *at++ == '\n';
}

class Parser {
 public:
  Parser(const EdgePlan& plan, const Names& known, EdgeChunk& chunk)
      : plan_(plan), known_(known), chunk_(chunk), splitter_(plan.separator, plan.file) {
    simple_ = plan.source == 0 && plan.target == 1 && !plan.words && plan.fields == 2 + plan.numbers.size();
    for (std::size_t c = 0; c < plan.numbers.size(); ++c) simple_ = simple_ && plan.numbers[c] == 2 + c;
    number_.resize(plan.numbers.size());
    chunk.numbers.resize(plan.numbers.size());
  }

  void run() {
    const char* at = chunk_.text.data();
    const char* const end = at + chunk_.text.size();
    for (std::size_t line = chunk_.first_line; at != end; ++line) {
      const char* const begin = at;
      if (integers_.size() >= kPending || words_.size() >= kPending) settle();
      if (simple_ && simple_line(at, end, line)) continue;
      const void* const found = std::memchr(begin, '\n', static_cast<std::size_t>(end - begin));
      const char* const stop = found != nullptr ? static_cast<const char*>(found) : end;
      std::string_view text(begin, static_cast<std::size_t>(stop - begin));
      if (text.ends_with('\r')) text.remove_suffix(1);
      any_line({text, line});
      at = stop == end ? end : stop + 1;
    }
    settle();
  }

 private:
  bool simple_line(const char*& at, const char* end, std::size_t line) {
    std::uint64_t source = 0;
    std::uint64_t target = 0;
    if (!take_integer(at, end, source) || !take_separator(at, end, plan_.separator) || !take_integer(at, end, target)) return false;
    for (float& value : number_)
      if (!take_separator(at, end, plan_.separator) || !take_number(at, end, value)) return false;
    if (!take_line_end(at, end)) return false;
    for (std::size_t c = 0; c < number_.size(); ++c) chunk_.numbers[c].push_back(number_[c]);
    if (!words_.empty()) settle();
    start_edge(line);
    integers_.push_back(source);
    integers_.push_back(target);
    return true;
  }

  void any_line(const Line& line) {
    if (trimmed(line.text).empty()) return;
    if (plan_.comments && (line.text[0] == '#' || line.text[0] == '%')) {
      ++chunk_.comments;
      return;
    }
    splitter_.split(line, fields_);
    if (fields_.size() != plan_.fields)
      fail<DataError>(plan_.file, ":", line.number, ": expected ", plan_.fields, " fields, got ", fields_.size(), " (", shown(line.text),
                      "); mend the line, or name the right separator (here: ", name_of(plan_.separator), ") with --separator");
    const std::string_view source = id(line, plan_.source);
    const std::string_view target = id(line, plan_.target);
    for (std::size_t c = 0; c < plan_.numbers.size(); ++c) chunk_.numbers[c].push_back(number(line, plan_.numbers[c]));
    if (plan_.words) chunk_.word.push_back(chunk_.words.add(fields_[*plan_.words]));
    if (!integers_.empty()) settle();
    start_edge(line.number);
    words_.push_back(source);
    words_.push_back(target);
    if (splitter_.copied()) settle();  // the views end with the line
  }

  std::string column(std::size_t c) const {
    return "column " + std::to_string(c + 1) + (c < plan_.header.size() ? " ('" + plan_.header[c] + "')" : std::string());
  }
  std::string_view id(const Line& line, std::size_t c) const {
    if (fields_[c].empty())
      fail<DataError>(plan_.file, ":", line.number, ": ", column(c), ": the node id is empty (", shown(line.text),
                      "); fill it in or delete the line");
    return fields_[c];
  }
  float number(const Line& line, std::size_t c) const {
    const auto value = parse<double>(fields_[c]);
    if (!value || !std::isfinite(static_cast<float>(*value)))
      fail<DataError>(plan_.file, ":", line.number, ": ", column(c), ": got ", shown(fields_[c]),
                      ", expected a finite number; mend it or delete the line");
    return static_cast<float>(*value);
  }

  /// Notes the line of the edge to come, if it does not follow that of the edge before.
  void start_edge(std::size_t line) {
    const std::size_t edge = chunk_.edges.size() + (integers_.size() + words_.size()) / 2;
    if (edge == 0 || line != last_line_ + 1) chunk_.runs.emplace_back(edge, line);
    last_line_ = line;
  }

  /// Turns the ids that wait into edges.
  void settle() {
    found_.resize(integers_.size() + words_.size());
    known_.find_integers(integers_, std::span(found_).first(integers_.size()));
    known_.find_all(words_, std::span(found_).last(words_.size()));
    for (std::size_t k = 0; k < found_.size(); ++k) {
      if (found_[k] != Names::kUnknown) continue;
      found_[k] = words_.empty() ? chunk_.fresh.add_integer(integers_[k]) : chunk_.fresh.add(words_[k]);
      chunk_.fresh_ends.push_back(2 * chunk_.edges.size() + k);
    }
    for (std::size_t k = 0; k < found_.size(); k += 2) chunk_.edges.push_back({found_[k], found_[k + 1]});
    integers_.clear();
    words_.clear();
  }

  const EdgePlan& plan_;
  const Names& known_;
  EdgeChunk& chunk_;
  FieldSplitter splitter_;
  bool simple_ = false;  // lines of the plan are two ids and then numbers only
  std::vector<float> number_;
  std::vector<std::string_view> fields_;
  std::size_t last_line_ = 0;
  // Ends that wait to be looked up together; at any time one of the two lists is empty.
  std::vector<std::uint64_t> integers_;
  std::vector<std::string_view> words_;
  std::vector<NodeId> found_;
};

}  // namespace

void parse_chunk(const EdgePlan& plan, const Names& known, EdgeChunk& chunk) {
  try {
    Parser(plan, known, chunk).run();
  } catch (...) {
    chunk.error = std::current_exception();
  }
}

}  // namespace edgewise::io
