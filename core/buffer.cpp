#include "buffer.hpp"

#include <bit>
#include <cstdlib>
#include <mutex>
#include <new>
#include <utility>
#include <vector>

#if defined(__linux__)
#include <sys/mman.h>
#endif

namespace edgewise {
namespace {

constexpr std::size_t kAlignment = 64;
constexpr std::size_t kPooled = std::size_t{1} << 16;  // smaller blocks are malloc's own business

constexpr std::size_t kHugePage = std::size_t{1} << 21;

/// Large blocks ask for huge pages: gathers of single rows miss the translation caches otherwise, at every row.
void* allocate(std::size_t capacity) {
#if defined(__linux__)
  if (capacity >= 2 * kHugePage) {
    void* const memory = std::aligned_alloc(kHugePage, (capacity + kHugePage - 1) / kHugePage * kHugePage);
    if (memory != nullptr) madvise(memory, capacity, MADV_HUGEPAGE);  // a wish: nothing breaks where it is not granted
    return memory;
  }
#endif
  return std::aligned_alloc(kAlignment, capacity);
}

/// Capacity classes an eighth apart: at most 12.5 % of a block lies idle.
std::size_t capacity_of(std::size_t bytes) {
  if (bytes < kPooled) return (bytes + kAlignment - 1) / kAlignment * kAlignment;
  const std::size_t step = std::bit_floor(bytes) / 8;
  return (bytes + step - 1) / step * step;
}

struct Pool {
  std::mutex mutex;
  std::vector<std::pair<std::size_t, void*>> idle;  // few entries: a training step holds some dozens of tables

  void* take(std::size_t capacity) {
    const std::lock_guard lock(mutex);
    for (std::size_t k = idle.size(); k-- > 0;) {
      if (idle[k].first != capacity) continue;
      void* memory = idle[k].second;
      idle.erase(idle.begin() + static_cast<std::ptrdiff_t>(k));
      return memory;
    }
    return nullptr;
  }
  void give(std::size_t capacity, void* memory) noexcept {
    const std::lock_guard lock(mutex);
    try {
      idle.emplace_back(capacity, memory);
    } catch (const std::bad_alloc&) {
      std::free(memory);
    }
  }
  void clear() {
    const std::lock_guard lock(mutex);
    for (const auto& [capacity, memory] : idle) std::free(memory);
    idle.clear();
  }
};

Pool& pool() {
  static Pool* const shared = new Pool;  // never destroyed: tables in static objects may outlive any order of destruction
  return *shared;
}

}  // namespace

Buffer::Buffer(std::size_t bytes) : bytes_(bytes) {
  if (bytes == 0) return;
  workspace_ = detail::current_pool();
  if (workspace_ != nullptr) {
    memory_ = detail::take_block(*workspace_, bytes);
    return;
  }
  const std::size_t capacity = capacity_of(bytes);
  if (bytes >= kPooled) memory_ = pool().take(capacity);
  if (memory_ == nullptr) memory_ = allocate(capacity);
  if (memory_ == nullptr) {
    release_pool();
    memory_ = allocate(capacity);
  }
  if (memory_ == nullptr) throw std::bad_alloc();
}

Buffer Buffer::borrowed(void* memory, std::size_t bytes) {
  Buffer buffer;
  buffer.memory_ = memory;
  buffer.bytes_ = bytes;
  buffer.owned_ = false;
  return buffer;
}

Buffer::Buffer(Buffer&& other) noexcept
    : memory_(std::exchange(other.memory_, nullptr)), bytes_(std::exchange(other.bytes_, 0)), workspace_(other.workspace_), owned_(other.owned_) {}

Buffer& Buffer::operator=(Buffer&& other) noexcept {
  std::swap(memory_, other.memory_);
  std::swap(bytes_, other.bytes_);
  std::swap(workspace_, other.workspace_);
  std::swap(owned_, other.owned_);
  return *this;
}

Buffer::~Buffer() {
  if (memory_ == nullptr || !owned_) return;
  if (workspace_ != nullptr)
    detail::give_block(*workspace_, memory_, bytes_);
  else if (bytes_ >= kPooled)
    pool().give(capacity_of(bytes_), memory_);
  else
    std::free(memory_);
}

void release_pool() { pool().clear(); }

namespace detail {

TaskScratch::TaskScratch(std::size_t bytes) {
  if (current_pool() != nullptr) {
    own_ = Buffer(bytes);
    memory_ = own_.as<void>();
    return;
  }
  thread_local Buffer kept;
  if (kept.size() < bytes) kept = Buffer(bytes);
  memory_ = kept.as<void>();
}

}  // namespace detail

}  // namespace edgewise
