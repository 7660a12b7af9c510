#pragma once
/// The one door to threads.  Work is cut into a grid of blocks that depends on the data alone, never on the thread count,
/// so that every sum has one order.  oneTBB stands behind it; the caller's arena is obeyed.
#include <cstddef>
#include <memory>
#include <vector>

#include "api.hpp"
#include "csr.hpp"

namespace edgewise {
EDGEWISE_API_BEGIN

/// Consecutive rows [first, last).
struct RowBlock {
  NodeId first;
  NodeId last;
};

/// Edges plus rows that one block holds at most, unless a single row has more.
inline constexpr std::size_t kBlockWork = 8192;

/// Cuts rows into blocks of about `work` edges + rows each.
std::vector<RowBlock> row_blocks(const Csr& csr, std::size_t work = kBlockWork);

namespace detail {
/// Calls call(context, k) for k = 0 .. count-1 on the threads of the current arena; returns when all are done.  An exception of
/// one call reaches the caller.
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
  const std::vector<RowBlock> blocks = row_blocks(csr);
  parallel_blocks(blocks.size(), [&](std::size_t k) { body(blocks[k]); });
}

/// At most this many threads work for the library while the object lives (0: as many as the machine has).  With 1 no
/// thread is ever started.
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
