#pragma once
/// Aligned memory that is handed round: what one training step frees, the next step gets back without new pages.
#include <cstddef>

#include "../graph/api.hpp"
#include "../graph/workspace.hpp"

namespace edgewise {
EDGEWISE_API_BEGIN

/// Owns `bytes` bytes at a 64-byte boundary, contents unspecified.
/// Cost     Inside a WorkspaceScope memory comes from the workspace and goes back to it.  Else large blocks go back to a pool shared by
///          all threads when a Buffer dies and are reused for requests of about their size; `release_pool` gives them back to the system.
/// Threads  Different objects may be used from different threads.
class Buffer {
 public:
  Buffer() = default;
  /// Throws std::bad_alloc.
  explicit Buffer(std::size_t bytes);
  /// Memory of somebody else, who keeps it alive; never freed here.
  static Buffer borrowed(void* memory, std::size_t bytes);
  Buffer(Buffer&& other) noexcept;
  Buffer& operator=(Buffer&& other) noexcept;
  Buffer(const Buffer&) = delete;
  Buffer& operator=(const Buffer&) = delete;
  ~Buffer();

  /// Bytes asked for.
  std::size_t size() const { return bytes_; }
  /// Its beginning, as values of T.
  template <class T>
  T* as() const {
    return static_cast<T*>(memory_);
  }

 private:
  void* memory_ = nullptr;
  std::size_t bytes_ = 0;
  detail::BlockPool* workspace_ = nullptr;  // that the memory goes back to
  bool owned_ = true;
};

namespace detail {

/// Memory that a task needs for a moment, contents unspecified: of the workspace in scope, else kept by the thread from task to task.
/// One lives at a time on a thread outside of workspaces.
class TaskScratch {
 public:
  explicit TaskScratch(std::size_t bytes);
  template <class T>
  T* as() const {
    return static_cast<T*>(memory_);
  }

 private:
  Buffer own_;
  void* memory_;
};

}  // namespace detail

/// Frees every idle block of the pool.
void release_pool();

EDGEWISE_API_END
}  // namespace edgewise
