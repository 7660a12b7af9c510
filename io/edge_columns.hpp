#pragma once
/// For sources: what the columns of an edge list are, told from its header, its first lines and the options.
#include "delimited.hpp"
#include "edge_chunk.hpp"
#include "edge_list.hpp"

namespace edgewise::io {

/// How a line is read, and which list in the result each column fills.
struct EdgeColumns {
  EdgePlan plan;
  bool has_weight = false;  ///< the last of plan.numbers
};

/// Opens the lists that the columns fill, and writes down what was decided.
/// Throws   DataError `file:line: ...` for a header that does not say where the two nodes stand, a column that is not there or asked for twice.
EdgeColumns find_edge_columns(const Table& table, const EdgeListOptions& options, EdgeList& list);

}  // namespace edgewise::io
