#pragma once
/// Rows in blocks of places: a block may hold many short rows, or a piece of a long one, so that what is done arc by arc and head by head runs
/// over full vectors however short the rows are.
#include "fixed_block.hpp"

namespace edgewise::kernels::EDGEWISE_ISA {
namespace {

/// Whose rows a pass walks: the other end of an arc is gathered.
enum class Rows { sources, targets };

/// The places of a span, and the row that the walk stands in.
struct Walk {
  const Task& t;
  const RowSpan& span;
  std::size_t row;
  EdgeId first, last;

  EDGEWISE_INLINE Walk(const Task& task, const RowSpan& rows)
      : t(task),
        span(rows),
        row(rows.first),
        first(rows.slot == kWhole ? task.begin[rows.first] : rows.begin),
        last(rows.slot == kWhole ? task.begin[rows.last] : rows.end) {}

  /// Where the sums of a row belong: its row of a table, or the part's slot, which holds several tables' columns side by side.
  EDGEWISE_INLINE float* sums(float* table, std::size_t r, std::size_t width, std::size_t offset = 0) const {
    return span.slot == kWhole ? table + r * width : t.slots + span.slot * t.slot_size + offset;
  }
  EDGEWISE_INLINE bool streams() const { return t.streams && span.slot == kWhole; }
  EDGEWISE_INLINE ~Walk() {
    if (t.streams) end_of_stream();
  }
  EDGEWISE_INLINE EdgeId begin_of(std::size_t r) const { return span.slot == kWhole ? t.begin[r] : span.begin; }
  EDGEWISE_INLINE EdgeId end_of(std::size_t r) const { return span.slot == kWhole ? t.begin[r + 1] : span.end; }

  /// body(block, arcs) for all blocks, at least once.
  template <std::size_t Arcs, class Body>
  EDGEWISE_INLINE void blocks(Body body) const {
    EdgeId block = first;
    do {
      const std::size_t arcs = block_size(block, last, Arcs);
      body(block, arcs);
      block += arcs;
    } while (block < last);
  }
  /// The same, and a row is cut only where it is longer than a block, and then from its own beginning on: what is gathered up block by block has
  /// the same bytes whatever rows stand before it.
  template <std::size_t Arcs, class Body>
  EDGEWISE_INLINE void row_blocks(Body body) const {
    EdgeId block = first;
    do {
      EdgeId stop = block;
      for (std::size_t r = row; r < span.last && end_of(r) - block <= Arcs; ++r) stop = end_of(r);
      const std::size_t arcs = stop > block ? stop - block : block_size(block, last, Arcs);
      body(block, arcs);
      block += arcs;
    } while (block < last);
  }
  /// piece(row, e, stop): arcs [e, stop) of the block belong to the row.
  template <class Piece>
  EDGEWISE_INLINE void pieces(EdgeId block, std::size_t arcs, Piece piece) const {
    std::size_t r = row;
    for (std::size_t e = 0; e < arcs; ++r) {
      const EdgeId end = end_of(r);
      const std::size_t stop = block_size(block, end, arcs);
      piece(r, e, stop);
      e = stop;
    }
  }
  /// The same, and close(row) after the last piece of a row.  Rows without places close where they stand.
  template <class Piece, class Close>
  EDGEWISE_INLINE void advance(EdgeId block, std::size_t arcs, Piece piece, Close close) {
    for (std::size_t e = 0; row < span.last; ++row) {
      const EdgeId end = end_of(row);
      const std::size_t stop = block_size(block, end, arcs);
      piece(row, e, stop);
      e = stop;
      if (end > block + arcs) return;
      close(row);
    }
  }
};

}  // namespace
}  // namespace edgewise::kernels::EDGEWISE_ISA
