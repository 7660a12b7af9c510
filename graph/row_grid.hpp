#pragma once
/// The grid a kernel's work is cut into: spans of rows, and parts of rows that are too long for one task.
#include <vector>

#include "api.hpp"
#include "csr.hpp"

namespace edgewise {
EDGEWISE_API_BEGIN

/// The consecutive rows [first, last) of a mask, or the places [begin, end) of one long row.
struct RowSpan {
  NodeId first;
  NodeId last;
  EdgeId begin;
  EdgeId end;
  std::uint32_t slot;  ///< of a part: its number among all parts of long rows; kWhole for whole rows
};
/// The slot of whole rows.
inline constexpr std::uint32_t kWhole = 0xffffffffU;

/// One long row, and the slots [first_slot, last_slot) of its parts.
struct LongRow {
  NodeId row;
  std::uint32_t first_slot;
  std::uint32_t last_slot;
};

/// Depends on the mask alone, so that sums made span by span and merged in order have the same bytes on any thread count.
struct RowGrid {
  std::vector<RowSpan> spans;      ///< in the order of rows, every place of the mask once
  std::vector<LongRow> long_rows;  ///< ascending
  std::uint32_t slots = 0;         ///< parts of all long rows together
};

/// Spans of about `work` edges + rows; rows of more than `work` edges are cut every `work` edges.  O(rows).
RowGrid row_grid(const Csr& csr, std::size_t work);
RowGrid row_grid(const Csr& csr);  ///< with kBlockWork of rows.hpp

EDGEWISE_API_END
}  // namespace edgewise
