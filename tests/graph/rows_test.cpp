#include <oneapi/tbb/task_arena.h>

#include <algorithm>
#include <atomic>
#include <edgewise/graph/error.hpp>
#include <edgewise/graph/random.hpp>
#include <edgewise/graph/rows.hpp>
#include <filesystem>
#include <thread>

#include "support/check.hpp"

using namespace edgewise;

namespace {

Csr with_degrees(const std::vector<EdgeId>& degrees) {
  std::vector<EdgeId> begin{0};
  for (const EdgeId degree : degrees) begin.push_back(begin.back() + degree);
  return Csr(1, begin, std::vector<NodeId>(begin.back(), 0));
}

#ifdef __linux__
std::size_t threads_of_process() {
  const std::filesystem::directory_iterator tasks("/proc/self/task");
  return static_cast<std::size_t>(std::distance(begin(tasks), end(tasks)));
}
#endif

}  // namespace

TEST_CASE("rows: the blocks hold every row once, in order, each about kBlockWork rows and edges", "[graph]") {
  std::vector<EdgeId> degrees(20000);
  for (std::size_t i = 0; i < degrees.size(); ++i) degrees[i] = mix_bits(i) % 7;
  degrees[700] = 5 * kBlockWork;
  degrees[19999] = kBlockWork;
  const Csr csr = with_degrees(degrees);
  NodeId next = 0;
  for (std::size_t k = 0; k < row_blocks(csr); ++k) {
    const RowBlock block = row_block(csr, k);
    CHECK(block.first == next);
    CHECK(block.last >= block.first);
    next = block.last;
    std::size_t work = 0;
    for (NodeId i = block.first; i + 1 < block.last; ++i) work += csr.degree(i) + 1;
    CHECK(work <= kBlockWork);
  }
  CHECK(next == csr.rows());
  CHECK(row_blocks(Csr()) == 0);
  CHECK(row_blocks(with_degrees({0, 3})) == 1);
}

#ifdef __linux__
TEST_CASE("rows: with a limit of one no thread is started, and all work is done by the caller", "[graph]") {
  const ThreadLimit limit(1);
  const std::size_t before = threads_of_process();
  std::atomic<std::size_t> elsewhere = 0;
  const auto self = std::this_thread::get_id();
  parallel_blocks(1000, [&](std::size_t) { elsewhere += std::this_thread::get_id() != self; });
  CHECK(threads_of_process() == before);
  CHECK(elsewhere == 0);
}

TEST_CASE("rows: in an arena of one the caller does all work, too", "[graph]") {
  std::atomic<std::size_t> elsewhere = 0;
  oneapi::tbb::task_arena(1).execute([&] {
    const auto self = std::this_thread::get_id();
    parallel_blocks(1000, [&](std::size_t) { elsewhere += std::this_thread::get_id() != self; });
  });
  CHECK(elsewhere == 0);
}
#endif

TEST_CASE("rows: a thread that waits takes up no other work of its caller", "[graph]") {
  // Each outer task marks its thread while its inner loop runs: an outer task that starts on a marked thread was taken up in the wait.
  static thread_local bool inside = false;
  std::atomic<std::size_t> nested = 0, done = 0;
  oneapi::tbb::task_arena(2).execute([&] {
    parallel_blocks(64, [&](std::size_t) {
      if (inside) ++nested;
      inside = true;
      parallel_blocks(16, [&](std::size_t) {
        for (volatile int spin = 0; spin < 2000;) spin = spin + 1;
        ++done;
      });
      inside = false;
    });
  });
  CHECK(nested == 0);
  CHECK(done == 64 * 16);
}

TEST_CASE("rows: an exception of one block reaches the caller, and the next call works", "[graph]") {
  const auto odd = [](std::size_t k) {
    if (k == 77) fail<DataError>("block 77");
  };
  CHECK_THROWS_WITH(parallel_blocks(200, odd), "block 77");
  std::atomic<std::size_t> sum = 0;
  parallel_blocks(100, [&](std::size_t k) { sum += k; });
  CHECK(sum == 4950);
}
