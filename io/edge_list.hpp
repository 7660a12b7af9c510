#pragma once
/// Edge lists: two ids a line, further columns by name.
///   source,target,weight          # SNAP comment             3466   937
///   anna,ben,0.5                  1   2                      937    3466
///   ben,carla,2                   2   3                      (blanks, tabs; gz, zst)
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "../graph/api.hpp"
#include "../graph/ids.hpp"
#include "delimited.hpp"
#include "names.hpp"

namespace edgewise::io {
EDGEWISE_API_BEGIN

/// Which lines the edges stood on, as runs of consecutive lines: a few bytes a mebibyte of text without gaps.
class LineIndex {
 public:
  /// Edge `edge` stands on `line`, those after it on the lines that follow, up to the next call.  Calls come in order.
  void add(std::size_t edge, std::size_t line);
  /// The line of an edge; 0 when there are no lines (an edge made in memory).
  std::size_t operator[](std::size_t edge) const;
  /// `file:line` of an edge, for messages; `file` alone where there are no lines.
  std::string where(const std::string& file, std::size_t edge) const;
  /// Of the edges whose place in `keep` is true, numbered anew.
  LineIndex kept(const std::vector<bool>& keep) const;

 private:
  struct Run {
    std::size_t edge;
    std::size_t line;
  };
  std::vector<Run> runs_;
};

/// A numeric column of the edges, one value per listed edge.
struct EdgeColumn {
  std::string name;           ///< as the header has it, or its number from 1
  std::vector<float> values;  ///< by edge
};

/// A column of words (relation, bond type): the word's number per listed edge, words in order of appearance.
struct EdgeWords {
  std::string name;                 ///< as the header has it, or its number from 1
  std::vector<std::uint32_t> word;  ///< by edge: a place in `words`
  std::vector<std::string> words;   ///< all that occur
};

/// Which columns are wanted.  A column is named by its header, or by its number from 1 where there is no header.
struct EdgeListOptions {
  TableFormat format = {};                ///< of the file
  std::vector<std::string> columns = {};  ///< numeric columns to read as edge features
  std::string type = {};                  ///< column of words to read as edge type; empty: none
  bool weights = true;                    ///< false: a weight column is left out without a word
};

/// Edges as listed, in file order; ends are numbers in the `Names` that were given to the reader.
struct EdgeList {
  std::string file;                  ///< its name, for messages
  std::vector<Edge> edges;           ///< as listed
  LineIndex lines;                   ///< on which line each stands
  std::vector<EdgeColumn> columns;   ///< as asked for
  std::optional<EdgeColumn> weight;  ///< a column called weight, or the third of three numeric columns without a header
  std::optional<EdgeWords> type;     ///< as asked for
  std::vector<std::string> notes;    ///< what was assumed, one line each
  std::optional<bool> directed;      ///< what the file itself says, in formats that say it
  std::string header_hint;           ///< the end of a message about the first edge of a table whose first line may name the columns

  /// `file:line` of an edge, for messages.
  std::string where(std::size_t edge) const { return lines.where(file, edge); }
};

/// Reads an edge list.  Ids are added to `names` in order of first appearance (line by line, source before target), whatever the
/// thread count.  Source and target are the columns of those names (src, from, dst, to ...), else the first two.
/// Cost     8 bytes an edge (4 more per number) and the names.  Parsed in parallel, by chunks of the text.
/// Throws   DataError `file:line: what, got, wanted, way out` for the first bad line: too few or too many fields, an empty id, a weight
///          that is no finite number; UsageError for a column that is not there.  `names` may then hold some of the ids.
EdgeList read_edge_list(const TextFile& file, Names& names, const EdgeListOptions& options = {});

EDGEWISE_API_END
}  // namespace edgewise::io
