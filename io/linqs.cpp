#include "linqs.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "../graph/error.hpp"
#include "parse.hpp"

namespace edgewise::io {

LinqsContent read_linqs_content(const TextFile& file, Names& names, const TableFormat& format) {
  TableFormat headless = format;
  if (headless.header == Header::automatic) headless.header = Header::no;  // the format has none
  Table table(file, headless);
  LinqsContent content;
  content.file = file.name();
  std::vector<std::size_t> line_of;  // per number in `names`, 0 where this file has not named it
  std::vector<EdgeId> begin{0};
  std::vector<NodeId> column;
  std::vector<float> values;
  std::size_t fields = 0;
  while (table.next()) {
    const auto row = table.fields();
    if (content.nodes.empty()) fields = std::max<std::size_t>(row.size(), 2);
    if (row.size() != fields)
      fail<DataError>(table.where(), ": expected ", fields, " fields (node, ", fields - 2, " words, class), got ", row.size(), " (",
                      shown(table.line_text()), "); mend the line or name the right --separator");
    const NodeId node = names.add(row[0]);
    line_of.resize(std::max<std::size_t>(line_of.size(), names.size()), 0);
    if (line_of[node] != 0)
      fail<DataError>(table.where(), ": node ", shown(row[0]), " was already given in line ", line_of[node], "; keep one of them");
    line_of[node] = table.line();
    for (std::size_t c = 1; c + 1 < fields; ++c) {
      const auto value = parse<double>(row[c]);
      if (!value || !std::isfinite(static_cast<float>(*value)))
        fail<DataError>(table.where(), ": column ", c + 1, ": got ", shown(row[c]), ", expected a finite number");
      if (*value == 0) continue;
      column.push_back(static_cast<NodeId>(c - 1));
      values.push_back(static_cast<float>(*value));
    }
    begin.push_back(column.size());
    content.nodes.push_back(node);
    content.classes.emplace_back(row[fields - 1]);
    content.lines.push_back(table.line());
  }
  content.words = Sparse(Csr(checked_node_count(fields < 2 ? 0 : fields - 2), std::move(begin), std::move(column)), std::move(values));
  content.notes.push_back(table.note());
  return content;
}

EdgeList read_linqs_cites(const TextFile& file, Names& names, const TableFormat& format) {
  TableFormat headless = format;
  if (headless.header == Header::automatic) headless.header = Header::no;
  EdgeList list = read_edge_list(file, names, {.format = headless});
  for (Edge& edge : list.edges) std::swap(edge.source, edge.target);
  return list;
}

}  // namespace edgewise::io
