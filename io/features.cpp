#include "features.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "../graph/error.hpp"
#include "feature_kinds.hpp"
#include "matrix_market.hpp"
#include "node_table.hpp"
#include "parse.hpp"

namespace edgewise::io {

namespace {

std::string with_point(std::string_view text) {
  std::string point(text);
  std::replace(point.begin(), point.end(), ',', '.');
  return point;
}
bool decimal_comma(std::string_view text) { return std::count(text.begin(), text.end(), ',') == 1 && parse<double>(with_point(text)); }

}  // namespace

float feature_value(std::string_view text, const std::string& where, std::size_t column, const std::string& name) {
  const auto wrong = [&](const auto&... parts) { fail<DataError>(where, ": column ", column, name.empty() ? "" : " '" + name + "'", parts...); };
  if (text.empty()) wrong(" is blank, expected a number; fill it in or drop the column");
  const std::optional<double> value = parse<double>(text);
  if (!value && decimal_comma(text)) wrong(" is '", text, "', expected a number with a decimal point; write ", with_point(text));
  if (!value) wrong(" is '", text.substr(0, 40), "', expected a number; features are numbers: encode words, or drop the column");
  if (!std::isfinite(*value)) wrong(" is '", text, "', expected a finite number; fill it in or drop the column");
  if (std::abs(*value) > std::numeric_limits<float>::max()) wrong(" is ", text, ", beyond the range of float (3.4e38); rescale the column");
  return static_cast<float>(*value);
}

namespace {

/// Whether the first row that has more than an id holds `column:number`.
bool looks_sparse(const TextFile& file, const TableFormat& format) {
  Table rows(file, format);
  while (rows.next()) {
    const auto fields = rows.fields();
    for (std::size_t f = 1; f < fields.size(); ++f)
      if (!fields[f].empty()) return is_pair(fields[f].substr(0, fields[f].find_first_of(" \t")));
  }
  return false;
}

/// One bad cell below keeps a line of names from passing for a header.  Where the first line has a word and the second a number in its place, it is
/// one: the bad cell can then be named.
bool header_in_disguise(const TextFile& file, const TableFormat& format) {
  Table rows(file, format);
  if (!rows.next()) return false;
  std::vector<bool> word;
  for (const std::string_view field : rows.fields()) word.push_back(!field.empty() && !parse<double>(field) && !decimal_comma(field));
  if (!rows.next()) return false;
  const auto second = rows.fields();
  for (std::size_t c = 1; c < std::min(word.size(), second.size()); ++c)
    if (word[c] && parse<double>(second[c])) return true;
  return false;
}

Features load_dense(const TextFile& file, const TableFormat& format) {
  Table table(file, format);
  Features features;
  features.file = file.name();
  features.named = table.has_header();
  const std::size_t id_at = id_column(table.header());
  std::size_t width = table.header().size();
  for (std::size_t c = 0; c < width; ++c)
    if (c != id_at) features.columns.push_back(table.header()[c]);

  std::vector<float> values;
  std::vector<std::size_t> line;
  while (table.next()) {
    const auto fields = table.fields();
    if (width == 0) {
      width = fields.size();
      for (std::size_t c = 1; c < width; ++c) features.columns.push_back(std::to_string(c));
      if (format.header == Header::automatic && header_in_disguise(file, format))
        return load_dense(file, {format.separator, Header::yes, format.comments});
    }
    const std::string where = table.where();
    if (fields.size() != width)
      fail<DataError>(where, ": got ", fields.size(), " fields, expected ", width, features.named ? " as in the header" : " as in the first row");
    if (fields[id_at].empty()) fail<DataError>(where, ": the node id is blank; every row needs one");
    if (features.nodes.add(fields[id_at]) != line.size())
      fail_twice(features.file, table.line(), std::string(fields[id_at]), line[*features.nodes.find(fields[id_at])]);
    line.push_back(table.line());
    for (std::size_t c = 0; c < width; ++c)
      if (c != id_at) values.push_back(feature_value(fields[c], where, c + 1, features.named ? table.header()[c] : std::string()));
  }
  features.rows = line.size();
  if (features.rows == 0 && !features.named) fail<DataError>(features.file, ": the file is empty, expected a node and its numbers on each line");
  features.values = Variable(Tensor::of(features.rows, features.columns.size(), values));
  features.notes.push_back(table.note());
  features.notes.push_back(features.file + ": " + std::to_string(features.rows) + " nodes, " + std::to_string(features.columns.size()) + " features");
  return features;
}

void check_columns(const Features& features) {
  if (features.rows > 0 && features.columns.empty())
    fail<DataError>(features.file, ": only node ids, expected numbers behind them; if they are there, say what separates them (--separator)");
  Names seen;
  for (const std::string& column : features.columns) {
    if (column.empty()) fail<DataError>(features.file, ": a column has no name; name every column");
    if (seen.find(column)) fail<DataError>(features.file, ": two columns are called '", column, "'; name every column once");
    seen.add(column);
  }
}

}  // namespace

Features load_features(const TextFile& file, const TableFormat& format) {
  Features features;
  if (is_matrix_market(file.text()))
    features = load_market_features(file);
  else if (is_linqs_content(file.name()))
    features = load_linqs_features(file, format);
  else if (looks_sparse(file, format))
    features = load_sparse_features(file, format);
  else
    features = load_dense(file, format);
  check_columns(features);
  return features;
}

}  // namespace edgewise::io
