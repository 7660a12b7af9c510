#include "fields.hpp"

#include <algorithm>

#include "../graph/error.hpp"

namespace edgewise::io {

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

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view kBlanks = " \t";
  const std::size_t first = text.find_first_not_of(kBlanks);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(kBlanks) - first + 1);
}

void FieldSplitter::split(const Line& line, std::vector<std::string_view>& fields) {
  fields.clear();
  unquoted_.clear();
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
    while (rest.starts_with(' ')) rest.remove_prefix(1);  // a quote may stand behind blanks
    if (rest.starts_with('"'))
      fields.push_back(quoted_field(line, rest));
    else
      fields.push_back(trimmed(rest.substr(0, rest.find(separator))));
    const std::size_t end = rest.find(separator);
    if (end == std::string_view::npos) return;
    rest.remove_prefix(end + 1);
  }
}

/// `rest` starts at the opening quote; it is left behind the closing one.
std::string_view FieldSplitter::quoted_field(const Line& line, std::string_view& rest) {
  bool doubled = false;
  std::size_t end = 1;
  for (;; ++end) {
    if (end >= rest.size())
      fail<DataError>(file_, ":", line.number, ": a quoted field does not end on its line: ", shown(line.text),
                      "; close the quote or double it (\"\")");
    if (rest[end] != '"') continue;
    if (end + 1 >= rest.size() || rest[end + 1] != '"') break;
    doubled = true;
    ++end;
  }
  std::string_view inside = rest.substr(1, end - 1);
  rest.remove_prefix(end + 1);
  const std::string_view gap = trimmed(rest.substr(0, std::min(rest.find(character(separator_)), rest.size())));
  if (!gap.empty())
    fail<DataError>(file_, ":", line.number, ": ", shown(gap), " stands behind a closing quote; expected ", name_of(separator_),
                    " or the end of the line");
  if (!doubled) return inside;

  std::string value;
  for (std::size_t c = 0; c < inside.size(); ++c) {
    value += inside[c];
    if (inside[c] == '"') ++c;
  }
  return unquoted_.emplace_back(std::move(value));
}

}  // namespace edgewise::io
