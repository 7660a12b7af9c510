#pragma once
/// Matrix Market files: sparse (or dense) matrices, as features or as a graph.
///   %%MatrixMarket matrix coordinate real general
///   2708 1433 49216
///   1 60 1
#include <string>
#include <vector>

#include "../core/sparse.hpp"
#include "../graph/api.hpp"
#include "edge_list.hpp"
#include "text.hpp"

namespace edgewise::io {
EDGEWISE_API_BEGIN

/// One entry; row and column counted from 0.
struct MatrixEntry {
  NodeId row;
  NodeId column;
  float value;  ///< 1 in a pattern matrix
};

/// A matrix as its file lists it.
struct MatrixMarket {
  std::string file;  ///< its name, for messages
  /// Its size as announced:
  NodeId rows = 0;
  NodeId columns = 0;
  bool symmetric = false;            ///< only one triangle is listed
  bool pattern = false;              ///< places without values
  std::vector<MatrixEntry> entries;  ///< as listed: one triangle of a symmetric matrix; zeros of a dense one are left out
  LineIndex lines;                   ///< by entry
};

/// True when the text opens with the banner of the format.
bool is_matrix_market(std::string_view text);
/// Reads `coordinate` and `array` matrices, `real`, `integer` or `pattern`, `general` or `symmetric`.
/// Throws   DataError `file:line:` for another kind, an index out of range, a value that is no finite number, or another number of
///          entries than announced.
MatrixMarket read_matrix_market(const TextFile& file);

/// The matrix as features, both triangles when symmetric.  Throws DataError `file:line:` for an entry that is listed twice.
Sparse sparse_of(const MatrixMarket& matrix);
/// The matrix as a graph: an entry in row r and column c is an edge from node r-1 to node c-1 (counted from 1 as in the file), its value
/// the weight.  All rows become nodes, named 0, 1, ... or, when `node_ids` is not empty, by it.
/// Throws   DataError when the matrix is not square or `node_ids` has another length.
EdgeList edges_of(const MatrixMarket& matrix, Names& names, const std::vector<std::string>& node_ids = {});

EDGEWISE_API_END
}  // namespace edgewise::io
