#pragma once
/// For sources: a CRC-32 (that of gzip) that grows piece by piece.
#include <cstdint>
#include <span>
#include <string>

namespace edgewise::io {

inline constexpr std::size_t kCrc32Digits = 8;

class Crc32 {
 public:
  void add(const void* bytes, std::size_t size);
  template <class T>
  void add(std::span<const T> values) {
    add(values.data(), values.size_bytes());
  }
  /// kCrc32Digits hexadecimal digits.
  std::string digits() const;

 private:
  std::uint32_t sum_ = 0;
};

}  // namespace edgewise::io
