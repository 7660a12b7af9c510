#include "workspace.hpp"

#include <array>
#include <bit>
#include <cstdlib>
#include <mutex>
#include <new>
#include <utility>

namespace edgewise {
namespace detail {
namespace {

constexpr std::size_t kAlignment = 64;
constexpr std::size_t kFine = std::size_t{1} << 16;  // from here on a class is an eighth of a power of two, so that little lies idle
constexpr std::size_t kClasses = 11 + 8 * 48;

/// The number of a size class and the bytes of its blocks.
struct SizeClass {
  std::size_t number;
  std::size_t bytes;
};

SizeClass class_of(std::size_t bytes) {
  if (bytes <= kFine) {
    const std::size_t whole = std::bit_ceil(bytes < kAlignment ? kAlignment : bytes);
    return {static_cast<std::size_t>(std::countr_zero(whole)) - 6, whole};
  }
  const std::size_t power = std::bit_floor(bytes - 1), step = power / 8;  // power < bytes <= 2 * power
  const std::size_t eighth = (bytes - power + step - 1) / step;           // 1 .. 8
  return {10 + 8 * (static_cast<std::size_t>(std::countr_zero(power)) - 16) + eighth, power + eighth * step};
}

thread_local BlockPool* pool_in_scope = nullptr;

}  // namespace

class BlockPool {
 public:
  void* take(std::size_t bytes) {
    if (bytes > (std::size_t{1} << 62)) throw std::bad_alloc();
    const SizeClass wanted = class_of(bytes);
    const std::lock_guard lock(mutex_);
    Idle*& top = idle_[wanted.number];
    void* block = top;
    if (top != nullptr) {
      top = top->next;
    } else {
      block = std::aligned_alloc(kAlignment, wanted.bytes);
      if (block == nullptr) throw std::bad_alloc();
      held_ += wanted.bytes;
    }
    ++lent_;
    return block;
  }

  void give(void* block, std::size_t bytes) noexcept {
    const SizeClass size = class_of(bytes);
    std::unique_lock lock(mutex_);
    --lent_;
    if (closed_) {
      std::free(block);
      const bool last = lent_ == 0;
      lock.unlock();
      if (last) delete this;
      return;
    }
    idle_[size.number] = new (block) Idle{idle_[size.number]};
  }

  /// A scope holds the pool as a lent block would.
  void enter() noexcept {
    const std::lock_guard lock(mutex_);
    ++lent_;
  }
  void leave() noexcept {
    std::unique_lock lock(mutex_);
    --lent_;
    const bool last = closed_ && lent_ == 0;
    lock.unlock();
    if (last) delete this;
  }

  void release() noexcept {
    const std::lock_guard lock(mutex_);
    free_idle();
  }

  std::size_t held() {
    const std::lock_guard lock(mutex_);
    return held_;
  }

  /// The Workspace is gone: blocks that come back are freed, and the last one takes the pool with it.
  void close() noexcept {
    std::unique_lock lock(mutex_);
    free_idle();
    closed_ = true;
    const bool last = lent_ == 0;
    lock.unlock();
    if (last) delete this;
  }

 private:
  /// Idle blocks of a class are a list that lies in the blocks themselves.
  struct Idle {
    Idle* next;
  };

  void free_idle() noexcept {
    for (std::size_t number = 0; number < kClasses; ++number)
      while (idle_[number] != nullptr) {
        Idle* const block = std::exchange(idle_[number], idle_[number]->next);
        held_ -= bytes_of(number);
        std::free(block);
      }
  }
  static std::size_t bytes_of(std::size_t number) {
    if (number <= 10) return kAlignment << number;
    const std::size_t power = kFine << ((number - 11) / 8);
    return power + ((number - 11) % 8 + 1) * (power / 8);
  }

  std::mutex mutex_;
  std::array<Idle*, kClasses> idle_{};
  std::size_t held_ = 0;
  std::size_t lent_ = 0;
  bool closed_ = false;
};

BlockPool* current_pool() { return pool_in_scope; }
void* take_block(BlockPool& pool, std::size_t bytes) { return pool.take(bytes); }
void give_block(BlockPool& pool, void* block, std::size_t bytes) noexcept { pool.give(block, bytes); }

}  // namespace detail

Workspace::Workspace() : pool_(new detail::BlockPool) {}
Workspace::~Workspace() {
  if (pool_ != nullptr) pool_->close();
}
Workspace::Workspace(Workspace&& other) noexcept : pool_(std::exchange(other.pool_, nullptr)) {}
Workspace& Workspace::operator=(Workspace&& other) noexcept {
  std::swap(pool_, other.pool_);
  return *this;
}
std::size_t Workspace::bytes() const { return pool_ == nullptr ? 0 : pool_->held(); }
void Workspace::release() {
  if (pool_ != nullptr) pool_->release();
}

WorkspaceScope::WorkspaceScope(Workspace& workspace) : before_(std::exchange(detail::pool_in_scope, workspace.pool_)) {
  if (workspace.pool_ != nullptr) workspace.pool_->enter();
}
WorkspaceScope::~WorkspaceScope() {
  detail::BlockPool* const own = std::exchange(detail::pool_in_scope, before_);
  if (own != nullptr) own->leave();
}

}  // namespace edgewise
