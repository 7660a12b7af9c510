#include "rows.hpp"

#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/info.h>
#include <oneapi/tbb/parallel_for.h>
#include <oneapi/tbb/task_arena.h>

#include "thread_order.hpp"

namespace edgewise {

std::size_t row_blocks(const Csr& csr) { return (csr.edges() + csr.rows() + kBlockWork - 1) / kBlockWork; }

RowBlock row_block(const Csr& csr, std::size_t k) {
  // The first row with `work` rows and edges in front of it, or more.
  const auto row_at = [&](std::size_t work) {
    NodeId low = 0, high = csr.rows();
    while (low < high) {
      const NodeId middle = low + (high - low) / 2;
      if (csr.begin()[middle] + middle < work)
        low = middle + 1;
      else
        high = middle;
    }
    return low;
  };
  return {row_at(k * kBlockWork), row_at((k + 1) * kBlockWork)};
}

namespace detail {

void run_blocks(std::size_t count, void (*call)(void*, std::size_t), void* context) {
  if (count == 0) return;
  // The limit is asked for as well: an arena that no thread has entered yet does not know of it.
  using oneapi::tbb::global_control;
  if (count == 1 || oneapi::tbb::this_task_arena::max_concurrency() == 1 ||
      global_control::active_value(global_control::max_allowed_parallelism) == 1) {
    for (std::size_t k = 0; k < count; ++k) call(context, k);
    return;
  }
  ThreadOrder fork, join;
  const WholeLoop loop(fork, join);
  // Isolated: a task of the caller's own arena, taken up while we wait, would run under our NoGrad and in our workspace.
  oneapi::tbb::this_task_arena::isolate([&] {
    oneapi::tbb::parallel_for(
        oneapi::tbb::blocked_range<std::size_t>(0, count, 1),
        [&](const oneapi::tbb::blocked_range<std::size_t>& range) {
          const LoopPiece piece(fork, join);
          for (std::size_t k = range.begin(); k != range.end(); ++k) call(context, k);
        },
        oneapi::tbb::simple_partitioner());
  });
}

}  // namespace detail

struct ThreadLimit::Control {
  oneapi::tbb::global_control limit;
};

ThreadLimit::ThreadLimit(std::size_t threads)
    : control_(new Control{oneapi::tbb::global_control(oneapi::tbb::global_control::max_allowed_parallelism,
                                                       threads > 0 ? threads : static_cast<std::size_t>(oneapi::tbb::info::default_concurrency()))}) {
}
ThreadLimit::~ThreadLimit() = default;

}  // namespace edgewise
