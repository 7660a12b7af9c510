#pragma once
/// For sources: files that hold nothing but numbers, as many on every line.
#include <optional>
#include <string>
#include <vector>

namespace edgewise::io {

/// A file of numbers: `columns` of them a line (0: as many as the first line has), between commas or blanks.
struct NumberRows {
  std::string path;
  std::size_t columns = 0;
  std::vector<double> values;
  std::vector<std::size_t> line;  ///< of each row
  std::size_t rows() const { return line.size(); }
  double at(std::size_t row, std::size_t column = 0) const { return values[row * columns + column]; }
  std::string where(std::size_t row) const { return path + ":" + std::to_string(line[row]); }
};

/// Blank lines are skipped.  `whole`: every number must be one.  Throws DataError `file:line: ...`.
NumberRows read_number_rows(const std::string& path, std::size_t columns, bool whole);
/// Nothing where there is no such file.
std::optional<NumberRows> read_rows_if_there(const std::string& path, std::size_t columns, bool whole);
/// Throws DataError that says where the file ends, and how many rows of `what` there are.
void expect_rows(const NumberRows& numbers, std::size_t rows, const char* what);

}  // namespace edgewise::io
