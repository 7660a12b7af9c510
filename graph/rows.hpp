#pragma once
/// The one door to threads.  Work is cut into a grid of blocks that depends on the data alone, never on the thread count,
/// so that every sum has one order.  oneTBB stands behind it; the caller's arena is obeyed.
#include <cstddef>
#include <memory>
#include <type_traits>

#include "api.hpp"
#include "csr.hpp"

namespace edgewise {
EDGEWISE_API_BEGIN

/// Consecutive rows [first, last).
struct RowBlock {
  NodeId first;
  NodeId last;
};

/// Edges plus rows of one block, about; more where a single row has more.
inline constexpr std::size_t kBlockWork = 8192;

/// How many blocks rows are cut into, some of them empty behind a long row.  Block k holds the rows in front of which k * kBlockWork
/// to (k + 1) * kBlockWork - 1 rows and edges stand.
std::size_t row_blocks(const Csr& csr);
/// O(log rows).
RowBlock row_block(const Csr& csr, std::size_t k);

namespace detail {
/// Calls call(context, k) for k = 0 .. count-1 on the threads of the current arena; returns when all are done.  While it waits, the
/// caller's thread takes up nothing but these calls.  An exception of one call reaches the caller.
void run_blocks(std::size_t count, void (*call)(void*, std::size_t), void* context);
}  // namespace detail

/// body(k) for k = 0 .. count-1, each once, in any order, on any thread.
template <class Body>
void parallel_blocks(std::size_t count, Body&& body) {
  detail::run_blocks(
      count, [](void* context, std::size_t k) { (*static_cast<std::remove_reference_t<Body>*>(context))(k); },
      const_cast<void*>(static_cast<const void*>(&body)));
}

/// body(first, last) over 0 .. count-1 in fixed ranges of `grain`.
template <class Body>
void parallel_ranges(std::size_t count, std::size_t grain, Body&& body) {
  parallel_blocks((count + grain - 1) / grain, [&](std::size_t k) { body(k * grain, k * grain + grain < count ? k * grain + grain : count); });
}

/// body(RowBlock) for blocks of about equal edge count.
template <class Body>
void for_row_blocks(const Csr& csr, Body&& body) {
  parallel_blocks(row_blocks(csr), [&](std::size_t k) { body(row_block(csr, k)); });
}

/// At most this many threads work for the library while the object lives (0: as many as the machine has), in the whole process.  With 1
/// no thread is ever started, and every call runs on its caller's thread.  For a limit of one thread's calls alone, make them inside
/// oneapi::tbb::task_arena(1).execute(...): the library works in the arena that it is called from.  Work of a single block (a graph of less than
/// kBlockWork nodes and arcs, a table of less than 32768 values) never leaves the caller's thread, whatever the limit.
class ThreadLimit {
 public:
  explicit ThreadLimit(std::size_t threads);
  ~ThreadLimit();
  ThreadLimit(const ThreadLimit&) = delete;
  ThreadLimit& operator=(const ThreadLimit&) = delete;

 private:
  struct Control;
  std::unique_ptr<Control> control_;
};

EDGEWISE_API_END
}  // namespace edgewise
