#pragma once
/// Node features from files: dense tables, sparse lines, Matrix Market.
///   node,age,height        dense, with or without a header; separators as everywhere
///   a,31,1.75
///   0ad<TAB>game:1 real:1  sparse: the id, then column:value, blanks between them; columns not named are zero
///   %%MatrixMarket ...     rows without ids: the caller says which node a row is
///   x.content              LINQS (linqs.hpp), told by the name
#include <string>
#include <vector>

#include "../core/input.hpp"
#include "../graph/api.hpp"
#include "delimited.hpp"
#include "names.hpp"

namespace edgewise::io {
EDGEWISE_API_BEGIN

/// Features of n nodes.
struct Features {
  std::string file;                  ///< its name, for messages
  Names nodes;                       ///< row -> id; nothing in it for Matrix Market
  bool numbered = false;             ///< Matrix Market: rows have numbers, no ids
  std::size_t rows = 0;              ///< one per node
  std::vector<std::string> columns;  ///< header names, names in sparse lines (in name order), or "1", "2", ...
  bool named = false;                ///< the file names its columns
  Input values;                      ///< dense, or sparse where the file is
  std::vector<std::string> notes;    ///< decisions that were taken, a line each

  /// Whether the values are sparse.
  bool sparse() const { return std::holds_alternative<Sparse>(values); }
};

/// The kind is found out: Matrix Market by its first line, sparse when the first data line has a field `column:number` behind its id.
/// Throws   DataError `file:line: column c ...` for a value that is blank, no number, NaN, infinite or beyond float; a column twice in a
///          sparse row; a node twice (both lines are named); rows of different length.
Features load_features(const TextFile& file, const TableFormat& format);

/// The columns of a trained model, in its order.  Columns by name; those of a file without names by place.
/// A dense file must have all of them; in a sparse one, columns that are not there are zero.  Others are ignored with a note.
/// `sparse`: whether the model was trained on sparse features; the result is.
/// Throws   DataError naming the first missing column and how many are missing.
Features match_columns(Features features, const std::vector<std::string>& columns, bool sparse);

EDGEWISE_API_END
}  // namespace edgewise::io
