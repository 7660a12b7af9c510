#include "crc32.hpp"

#include <zlib.h>

namespace edgewise::io {

void Crc32::add(const void* bytes, std::size_t size) {
  if (size > 0) sum_ = static_cast<std::uint32_t>(crc32_z(sum_, static_cast<const Bytef*>(bytes), size));
}

std::string Crc32::digits() const {
  std::string text(kCrc32Digits, '0');
  std::uint32_t rest = sum_;
  for (std::size_t k = text.size(); k-- > 0; rest >>= 4) text[k] = "0123456789abcdef"[rest & 15];
  return text;
}

}  // namespace edgewise::io
