#pragma once
/// Aligned memory that is handed round: what one training step frees, the next step gets back without new pages.
#include <cstddef>

#include "../graph/api.hpp"

namespace edgewise {
EDGEWISE_API_BEGIN

/// Owns `bytes` bytes at a 64-byte boundary, contents unspecified.
/// Cost     Large blocks go back to a pool shared by all threads when a Buffer dies and are reused for requests of about
///          their size; `release_pool` gives them back to the system.
/// Threads  Different objects may be used from different threads.
class Buffer {
 public:
  Buffer() = default;
  /// Throws std::bad_alloc.
  explicit Buffer(std::size_t bytes);
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
};

/// Frees every idle block of the pool.
void release_pool();

EDGEWISE_API_END
}  // namespace edgewise
