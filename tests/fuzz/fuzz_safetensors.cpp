#include <span>

#include "../../io/safetensors.hpp"

#include "fuzz.hpp"

using namespace edgewise;
using namespace edgewise::io;

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  return fuzz::run(data, size, [](std::string bytes) { parse_safetensors(std::span<const char>(bytes.data(), bytes.size()), "fuzz"); });
}
