#include <cstdint>
#include <cstring>
#include <edgewise/graph/workspace.hpp>
#include <memory>
#include <numeric>
#include <optional>
#include <thread>
#include <utility>

#include "support/check.hpp"

using namespace edgewise;

namespace {

ScratchVector<int> counted(std::size_t count) {
  ScratchVector<int> numbers(count);
  std::iota(numbers.begin(), numbers.end(), 0);
  return numbers;
}

}  // namespace

TEST_CASE("workspace: what went back is handed out again, and other sizes have memory of their own", "[graph]") {
  Workspace workspace;
  CHECK(workspace.bytes() == 0);
  const WorkspaceScope scope(workspace);
  const void* first = nullptr;
  {
    const auto small = counted(10);
    first = small.data();
    CHECK(reinterpret_cast<std::uintptr_t>(first) % 64 == 0);
  }
  const std::size_t held = workspace.bytes();
  CHECK(held == 64);
  CHECK(counted(11).data() == first);
  CHECK(workspace.bytes() == held);
  const auto large = counted(100000);
  CHECK(workspace.bytes() >= held + 400000);
  CHECK(workspace.bytes() <= held + 400000 * 9 / 8 + 64);  // an eighth lies idle at most
  CHECK(counted(12).data() == first);
}

TEST_CASE("workspace: every size from one byte to megabytes is held whole", "[graph]") {
  Workspace workspace;
  const WorkspaceScope scope(workspace);
  for (std::size_t round = 0; round < 2; ++round) {
    for (std::size_t bytes = 1; bytes < (std::size_t{1} << 22); bytes = bytes * 9 / 8 + 1)
      for (std::size_t size : {bytes - 1, bytes, bytes + 1}) {
        ScratchVector<char> block(size);
        if (size > 0) std::memset(block.data(), 1, size);
      }
    for (std::size_t power = 6; power < 23; ++power)
      for (std::size_t size : {(std::size_t{1} << power) - 1, std::size_t{1} << power, (std::size_t{1} << power) + 1}) {
        ScratchVector<char> block(size);
        std::memset(block.data(), 2, size);
      }
  }
  const std::size_t held = workspace.bytes();
  workspace.release();
  CHECK(workspace.bytes() == 0);
  CHECK(held > 0);
}

TEST_CASE("workspace: what was made in it may outlive it and die on another thread", "[graph]") {
  std::optional<ScratchVector<int>> kept, moved;
  {
    Workspace workspace;
    const WorkspaceScope scope(workspace);
    kept = counted(1000);
    moved = counted(50);
  }
  CHECK((*kept)[999] == 999);
  std::thread([&] { moved.reset(); }).join();
  kept.reset();
}

TEST_CASE("workspace: scopes nest, and one thread's scope is not another's", "[graph]") {
  Workspace outer, inner;
  CHECK(detail::current_pool() == nullptr);
  {
    const WorkspaceScope first(outer);
    const auto* const pool = detail::current_pool();
    CHECK(pool != nullptr);
    {
      const WorkspaceScope second(inner);
      CHECK(detail::current_pool() != pool);
      std::thread([] { CHECK(detail::current_pool() == nullptr); }).join();
    }
    CHECK(detail::current_pool() == pool);
  }
  CHECK(detail::current_pool() == nullptr);
}

TEST_CASE("workspace: a moved one takes its memory along", "[graph]") {
  Workspace workspace;
  {
    const WorkspaceScope scope(workspace);
    counted(100);
  }
  Workspace other = std::move(workspace);
  CHECK(other.bytes() == 512);
  CHECK(workspace.bytes() == 0);
}

TEST_CASE("workspace: one that dies or is replaced within its scope takes nothing away from it") {
  auto workspace = std::make_unique<Workspace>();
  {
    const WorkspaceScope scope(*workspace);
    workspace.reset();
    ScratchVector<int> numbers(1000, 7);
    CHECK(numbers.back() == 7);
  }
  Workspace first;
  const WorkspaceScope scope(first);
  first = Workspace();
  ScratchVector<int> numbers(1000, 8);
  CHECK(numbers.back() == 8);
}
