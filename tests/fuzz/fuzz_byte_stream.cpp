#include "../../io/byte_stream.hpp"

#include "../../io/compressed.hpp"
#include "fuzz.hpp"

using namespace edgewise;
using namespace edgewise::io;

/// Unpacking piece by piece gives what unpacking at once gives.
int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  return fuzz::run(data, size, [](std::string bytes) {
    std::string text, block(77, '\0');
    ByteStream stream = ByteStream::from_memory("fuzz", bytes);
    for (std::size_t got; text.size() < (std::size_t{1} << 22) && (got = stream.read(block.data(), block.size())) > 0;) text.append(block, 0, got);
    if (text.size() >= (std::size_t{1} << 22) || !is_compressed(bytes)) return;
    std::string whole = unpack(bytes, "fuzz");
    if (whole.starts_with("\xEF\xBB\xBF")) whole.erase(0, 3);
    if (whole != text) __builtin_trap();
  });
}
