#pragma once
/// LINQS citation sets: `.content` (node, words, class) and `.cites` (cited, citing).
///   35   0  1  0  Genetic_Algorithms        35   1033
///   40   1  0  0  Theory                    35   103482
#include <string>
#include <vector>

#include "../core/sparse.hpp"
#include "../graph/api.hpp"
#include "edge_list.hpp"

namespace edgewise::io {
EDGEWISE_API_BEGIN

/// A `.content` file, line by line.
struct LinqsContent {
  std::string file;                  ///< its name, for messages
  std::vector<NodeId> nodes;         ///< per line: the number of its node
  Sparse words;                      ///< per line: its word columns
  std::vector<std::string> classes;  ///< per line: the last field
  std::vector<std::size_t> lines;    ///< per line: where it stands in the file
  std::vector<std::string> notes;    ///< decisions that were taken, a line each
};

/// Adds the ids to `names`.  Throws DataError `file:line:` for a line of another length, a value that is no finite number, or a node that was
/// given before.
LinqsContent read_linqs_content(const TextFile& file, Names& names, const TableFormat& format = {});

/// The first id is cited by the second: the edge goes from citing to cited.
EdgeList read_linqs_cites(const TextFile& file, Names& names, const TableFormat& format = {});

EDGEWISE_API_END
}  // namespace edgewise::io
