#pragma once
/// Any file of edges, with the columns that training or a trained model asks for.
#include <string>
#include <vector>

#include "../graph/api.hpp"
#include "edge_list.hpp"
#include "node_data.hpp"

namespace edgewise::io {
EDGEWISE_API_BEGIN

/// Edges and, per listed edge, what they carry.
struct EdgeSource {
  EdgeList list;                    ///< `columns` and `weight` are moved into `columns` below
  std::vector<EdgeColumn> columns;  ///< in the order of the schema
  std::vector<std::uint32_t> type;  ///< per edge: place in `types`; or empty
  std::vector<std::string> types;   ///< words of the type column in name order, or those of the model
};

/// Reads edges in whatever format the file turns out to be (edges_file.hpp).  `schema`: nullptr in training.
/// Throws   DataError for a column that the model needs and the file does not have, and `file:line:` for an edge type that the model does
///          not know.
EdgeSource read_edge_source(const TextFile& file, const TableFormat& format, Names& names, const NodeFiles& files, const NodeSchema* schema,
                            const std::vector<std::string>& node_ids);

/// Keeps the edges whose place in `keep` is true.
void keep_edges(EdgeSource& source, const std::vector<bool>& keep);

EDGEWISE_API_END
}  // namespace edgewise::io
