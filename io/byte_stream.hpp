#pragma once
/// Bytes of a file of any size, a piece at a time: plain, gzip or zstd, a file or standard input.
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

#include "../graph/api.hpp"

namespace edgewise::io {
EDGEWISE_API_BEGIN

/// Where TextFile holds a whole file, this holds one block of it.  gzip and zstd are known by their first bytes, whatever the name says;
/// a UTF-8 byte-order mark is taken off.
/// Throws   DataError `name: reason`: missing, unreadable, a folder, an archive or UTF-16, compressed data damaged or cut short.
/// Threads  One object belongs to one thread at a time.
class ByteStream {
 public:
  /// "-" is standard input.
  static ByteStream open(const std::string& path);
  /// The same for bytes in memory; `name` stands for the path in messages.
  static ByteStream from_memory(std::string name, std::string bytes);
  ~ByteStream();
  ByteStream(ByteStream&&) noexcept;
  ByteStream& operator=(ByteStream&&) noexcept;

  /// Fills at most `room` bytes (room > 0) and says how many; 0 only at the end.
  std::size_t read(char* into, std::size_t room);
  /// The path, or the name that it was given.
  const std::string& name() const;
  /// Bytes taken from the file so far, and its size: both before unpacking, for a share of the way.  The size is 0 where it is not known:
  std::uint64_t taken() const;
  std::uint64_t size() const;

 private:
  struct State;
  explicit ByteStream(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

EDGEWISE_API_END
}  // namespace edgewise::io
