#pragma once
/// Workspace: memory that the predictions of one caller are made in, call after call, so that they ask the system for none.
#include <cstddef>
#include <memory>
#include <vector>

#include "api.hpp"

namespace edgewise {
EDGEWISE_API_BEGIN

namespace detail {

/// Blocks of memory by size class, handed out and taken back.  Lives until its Workspace is gone and the last block is back.
class BlockPool;

/// The pool of the innermost WorkspaceScope of this thread; nullptr outside of any.
BlockPool* current_pool();
/// `bytes` at a 64-byte boundary.  Throws std::bad_alloc.
void* take_block(BlockPool& pool, std::size_t bytes);
/// From any thread; `bytes` as they were asked for.
void give_block(BlockPool& pool, void* block, std::size_t bytes) noexcept;

}  // namespace detail

/// Memory for predictions.  One per thread, kept as long as the thread predicts:
///   Workspace workspace;
///   while (...) model.predict_into(graph, features, scores, workspace);   // after the first call of a size: no allocation
/// What is made in it goes back to it, and it keeps what it once had: as much as the calls of all sizes that it saw needed at a time,
/// each size class (powers of two, eighths of them from 64 KiB on) for itself.
/// Threads  One call at a time may work in a Workspace.  What was made in it may die later, on another thread, even after it.
class Workspace {
 public:
  Workspace();
  ~Workspace();
  Workspace(Workspace&& other) noexcept;
  Workspace& operator=(Workspace&& other) noexcept;
  Workspace(const Workspace&) = delete;
  Workspace& operator=(const Workspace&) = delete;

  /// Bytes that it holds, lent ones included.
  std::size_t bytes() const;
  /// Gives what is not lent back to the system.
  void release();

 private:
  friend class WorkspaceScope;
  detail::BlockPool* pool_ = nullptr;
};

/// While one lives, tensors, variables and views of graphs that this thread makes come out of `workspace`.  predict() opens one
/// itself where it is handed a Workspace; open one around the making of graphs and of models' inputs to spare their allocations too.
/// Scopes nest; they end in the reverse order on the thread that opened them.
class WorkspaceScope {
 public:
  explicit WorkspaceScope(Workspace& workspace);
  ~WorkspaceScope();
  WorkspaceScope(const WorkspaceScope&) = delete;
  WorkspaceScope& operator=(const WorkspaceScope&) = delete;

 private:
  detail::BlockPool* before_;
};

/// For containers that live within a call: draws from the workspace that is in scope when it is made, else from the heap.
template <class T>
class ScratchAllocator {
 public:
  using value_type = T;  ///< as the standard asks
  ScratchAllocator() noexcept : pool_(detail::current_pool()) {}
  template <class U>
  ScratchAllocator(const ScratchAllocator<U>& other) noexcept : pool_(other.pool()) {}  ///< draws from the same

  /// What an allocator does:
  T* allocate(std::size_t count) {
    if (pool_ == nullptr) return std::allocator<T>().allocate(count);
    return static_cast<T*>(detail::take_block(*pool_, count * sizeof(T)));
  }
  void deallocate(T* memory, std::size_t count) noexcept {
    if (pool_ == nullptr) return std::allocator<T>().deallocate(memory, count);
    detail::give_block(*pool_, memory, count * sizeof(T));
  }
  /// Where it draws from; nullptr: the heap.
  detail::BlockPool* pool() const noexcept { return pool_; }

 private:
  detail::BlockPool* pool_;
};
/// Whether one may free what the other made.
template <class T, class U>
bool operator==(const ScratchAllocator<T>& a, const ScratchAllocator<U>& b) {
  return a.pool() == b.pool();
}
/// A vector of a moment.
template <class T>
using ScratchVector = std::vector<T, ScratchAllocator<T>>;

EDGEWISE_API_END
}  // namespace edgewise
