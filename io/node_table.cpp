#include "node_table.hpp"

#include <algorithm>
#include <cctype>

#include "../graph/error.hpp"
#include "linqs.hpp"

namespace edgewise::io {
namespace {

std::string lower(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return text;
}

/// The ids and classes of a LINQS file.
NodeTable load_content(const TextFile& file, const TableFormat& format) {
  NodeTable table;
  LinqsContent content = read_linqs_content(file, table.ids, format);
  table.file = file.name();
  table.line = std::move(content.lines);
  table.columns = {"label"};
  table.cells = {std::move(content.classes)};
  table.place = {content.words.cols() + 2};
  table.note = table.file + ": the last field of each line is the label";
  return table;
}

}  // namespace

std::size_t id_column(const std::vector<std::string>& header) {
  for (const char* word : {"node", "node_id", "id"})
    for (std::size_t c = 0; c < header.size(); ++c)
      if (lower(header[c]) == word) return c;
  return 0;
}

void fail_twice(const std::string& file, std::size_t line, const std::string& id, std::size_t first_line) {
  fail<DataError>(file, ":", line, ": node '", id, "' has a row already, on line ", first_line, "; keep one of them");
}

std::optional<std::size_t> NodeTable::find(const std::string& column) const {
  std::optional<std::size_t> found;
  for (std::size_t c = 0; c < columns.size(); ++c) {
    if (lower(columns[c]) != lower(column)) continue;
    if (found) fail<DataError>(file, ": columns ", place[*found], " and ", place[c], " are both called '", column, "'; rename one");
    found = c;
  }
  return found;
}

bool is_linqs_content(std::string_view name) {
  for (const std::string_view packed : {".gz", ".zst"})
    if (name.ends_with(packed)) name.remove_suffix(packed.size());
  return name.ends_with(".content");
}

NodeTable load_node_table(const TextFile& file, const TableFormat& format) {
  if (is_linqs_content(file.name())) return load_content(file, format);
  Table rows(file, format);
  NodeTable table;
  table.file = file.name();
  table.header_line = rows.has_header() ? rows.body_line() - 1 : 0;
  std::size_t width = rows.header().size();
  const std::size_t id_at = id_column(rows.header());
  const auto name_columns = [&] {
    for (std::size_t c = 0; c < width; ++c) {
      if (c == id_at) continue;
      table.columns.push_back(table.has_header() ? rows.header()[c] : std::to_string(table.columns.size() + 1));
      table.place.push_back(c + 1);
    }
    table.cells.resize(table.columns.size());
  };
  if (table.has_header()) name_columns();

  while (rows.next()) {
    const auto fields = rows.fields();
    if (width == 0) {
      width = fields.size();
      name_columns();
    }
    // Editors strip blanks and tabs at line ends: there "b" is a node whose last cell is blank.
    const bool stripped = fields.size() + 1 == width && (rows.separator() == Separator::blank || rows.separator() == Separator::tab);
    if (fields.size() != width && !stripped)
      fail<DataError>(rows.where(), ": got ", fields.size(), " fields, expected ", width,
                      table.has_header() ? " as in the header" : " as in the first row", ": '", rows.line_text().substr(0, 60), "'");
    const std::string id(id_at < fields.size() ? fields[id_at] : std::string_view());
    if (id.empty()) fail<DataError>(rows.where(), ": the node id is blank; every row needs one");
    if (table.ids.add(id) != table.line.size()) fail_twice(table.file, rows.line(), id, table.line[*table.ids.find(id)]);
    table.line.push_back(rows.line());
    for (std::size_t c = 0; c < table.cells.size(); ++c) {
      const std::size_t at = table.place[c] - 1;
      table.cells[c].emplace_back(at < fields.size() ? fields[at] : std::string_view());
    }
  }
  table.note = rows.note();
  return table;
}

}  // namespace edgewise::io
