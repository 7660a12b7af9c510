#pragma once
/// Data in a number: a resumed run must stand on the very data that it began with, whatever their files are called.
#include <string>

#include "../core/train/graph_table.hpp"
#include "../graph/api.hpp"
#include "graph_model_file.hpp"
#include "node_data.hpp"

namespace edgewise::io {
EDGEWISE_API_BEGIN

/// Eight hexadecimal digits: the CRC-32 of graph, features, arcs, targets, split and the names of nodes, columns and outputs.  O(size), about
/// a second a gigabyte.
std::string data_checksum(const NodeData& data);
/// The same of many graphs.
std::string data_checksum(const train::GraphDataset& data, const GraphSchema& schema);

EDGEWISE_API_END
}  // namespace edgewise::io
