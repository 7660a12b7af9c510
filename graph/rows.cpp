#include "rows.hpp"

#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/info.h>
#include <oneapi/tbb/parallel_for.h>
#include <oneapi/tbb/task_arena.h>

#include "thread_order.hpp"

namespace edgewise {

std::vector<RowBlock> row_blocks(const Csr& csr, std::size_t work) {
  std::vector<RowBlock> blocks;
  NodeId first = 0;
  std::size_t held = 0;
  for (NodeId i = 0; i < csr.rows(); ++i) {
    held += csr.degree(i) + 1;
    if (held < work) continue;
    blocks.push_back({first, i + 1});
    first = i + 1;
    held = 0;
  }
  if (first < csr.rows()) blocks.push_back({first, csr.rows()});
  return blocks;
}

namespace detail {

void run_blocks(std::size_t count, void (*call)(void*, std::size_t), void* context) {
  if (count == 0) return;
  if (count == 1 || oneapi::tbb::this_task_arena::max_concurrency() == 1) {
    for (std::size_t k = 0; k < count; ++k) call(context, k);
    return;
  }
  ThreadOrder fork, join;
  fork.done();
  oneapi::tbb::parallel_for(
      oneapi::tbb::blocked_range<std::size_t>(0, count, 1),
      [&](const oneapi::tbb::blocked_range<std::size_t>& range) {
        fork.begin();
        for (std::size_t k = range.begin(); k != range.end(); ++k) call(context, k);
        join.done();
      },
      oneapi::tbb::simple_partitioner());
  join.begin();
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
