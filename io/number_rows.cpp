#include "number_rows.hpp"

#include <cmath>
#include <filesystem>
#include <limits>

#include "../graph/error.hpp"
#include "parse.hpp"
#include "text.hpp"

namespace edgewise::io {

constexpr double kMostWhole = 9007199254740992;  // the whole numbers that a double tells apart
constexpr double kMostReal = std::numeric_limits<float>::max();

NumberRows read_number_rows(const std::string& path, std::size_t columns, bool whole) {
  NumberRows numbers{path, columns, {}, {}};
  const TextFile file = TextFile::open(path);
  LineWalk walk(file.text());
  for (Line line; walk.next(line);) {
    if (line.text.find_first_not_of(" \t") == std::string_view::npos) continue;
    std::size_t count = 0;
    for (std::size_t at = 0; at < line.text.size();) {
      const std::size_t end = std::min(line.text.find_first_of(", \t", at), line.text.size());
      const std::string_view field = line.text.substr(at, end - at);
      at = end + 1;
      if (field.empty()) continue;
      const std::optional<double> value = parse<double>(field);
      if (!value || !std::isfinite(*value) || (whole && *value != std::floor(*value)))
        fail<DataError>(path, ":", line.number, ": ", shown(field), " is no ", whole ? "whole " : "", "number");
      if (std::abs(*value) > (whole ? kMostWhole : kMostReal))
        fail<DataError>(path, ":", line.number, ": ", shown(field), " is too large, expected ",
                        whole ? "at most 2^53" : "the range of float (3.4e38)", whole ? "; renumber" : "; rescale the column");
      numbers.values.push_back(*value);
      ++count;
    }
    if (numbers.columns == 0) numbers.columns = count;
    if (count != numbers.columns)
      fail<DataError>(path, ":", line.number, ": ", count, count == 1 ? " number" : " numbers", ", expected ", numbers.columns);
    numbers.line.push_back(line.number);
  }
  return numbers;
}

std::optional<NumberRows> read_rows_if_there(const std::string& path, std::size_t columns, bool whole) {
  if (!std::filesystem::exists(path)) return std::nullopt;
  return read_number_rows(path, columns, whole);
}

void expect_rows(const NumberRows& numbers, std::size_t rows, const char* what) {
  if (numbers.rows() == rows) return;
  const std::size_t line = numbers.rows() == 0 ? 1 : numbers.line.back();
  fail<DataError>(numbers.path, ":", line, ": the file ends after ", numbers.rows(), " rows, there are ", rows, " ", what);
}

}  // namespace edgewise::io
