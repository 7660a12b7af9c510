#include "edges_file.hpp"

#include <algorithm>

#include "../graph/error.hpp"
#include "graph_formats.hpp"
#include "linqs.hpp"
#include "matrix_market.hpp"

namespace edgewise::io {
namespace {

bool ends_with(std::string_view path, std::string_view ending) {
  for (const std::string_view packing : {".gz", ".zst"})
    if (path.ends_with(packing)) path.remove_suffix(packing.size());
  return path.ends_with(ending);
}

/// "digraph {", "strict graph name {": an edge list has no brace right behind such words.
bool opens_graphviz(std::string_view text) {
  text = text.substr(0, text.find_first_of("{;"));
  if (text.size() > 200) return false;
  text.remove_prefix(std::min(text.find_first_not_of(" \t\r\n"), text.size()));
  if (text.starts_with("strict ")) text.remove_prefix(7);
  return (text.starts_with("graph") || text.starts_with("digraph")) && text.find('\n') >= text.size() - 1;
}

}  // namespace

EdgeList read_edges(const TextFile& file, Names& names, const EdgeListOptions& options, const std::vector<std::string>& node_ids) {
  const std::string_view text = file.text();
  if (is_matrix_market(text)) {
    EdgeList list = edges_of(read_matrix_market(file), names, node_ids);
    if (!options.weights) {
      list.weight.reset();
      list.notes.resize(1);
    }
    return list;
  }
  if (text.starts_with("<?xml") || text.starts_with("<graphml") || ends_with(file.name(), ".graphml")) return read_graphml(file, names, options);
  if (ends_with(file.name(), ".dot") || ends_with(file.name(), ".gv") || (text.find('{') != std::string_view::npos && opens_graphviz(text)))
    return read_graphviz(file, names, options);
  if (ends_with(file.name(), ".content"))
    fail<DataError>(file.name(), ": a LINQS .content file holds nodes, expected edges; give the .cites file here, and this one to --features");
  if (ends_with(file.name(), ".cites")) return read_linqs_cites(file, names, options.format);
  return read_edge_list(file, names, options);
}

}  // namespace edgewise::io
