#pragma once
/// For sources only: one chunk of an edge list, parsed by itself, the parallel half of read_edge_list.
#include <exception>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "../graph/api.hpp"
#include "../graph/ids.hpp"
#include "fields.hpp"
#include "names.hpp"

namespace edgewise::io {
EDGEWISE_API_BEGIN

/// What stands where in every line.
struct EdgePlan {
  std::string file;
  Separator separator = Separator::blank;
  bool comments = true;
  std::size_t fields = 2;
  std::size_t source = 0;
  std::size_t target = 1;
  std::vector<std::size_t> numbers;  ///< columns read as numbers
  std::optional<std::size_t> words;  ///< the column read as words
  std::vector<std::string> header;   ///< names of the columns, or empty
};

/// Text that holds whole lines, and what was found in it.  Ids that `known` does not hold get numbers in `fresh`, which the
/// caller turns into real ones, chunk after chunk: so the order of ids is that of the file.
struct EdgeChunk {
  std::string_view text;
  std::size_t first_line = 1;

  std::vector<Edge> edges;
  Names fresh;
  std::vector<std::size_t> fresh_ends;      ///< 2 * edge for a source, 2 * edge + 1 for a target whose number is one of `fresh`
  std::vector<std::vector<float>> numbers;  ///< per column of the plan, per edge
  std::vector<std::uint32_t> word;          ///< per edge, a number in `words`
  Names words;
  std::vector<std::pair<std::size_t, std::size_t>> runs;  ///< (edge, line) wherever lines do not follow one another
  std::size_t comments = 0;
  std::exception_ptr error;  ///< of the first bad line
};

/// Fills `chunk` from its text.  Does not throw: see EdgeChunk::error.
void parse_chunk(const EdgePlan& plan, const Names& known, EdgeChunk& chunk);

EDGEWISE_API_END
}  // namespace edgewise::io
