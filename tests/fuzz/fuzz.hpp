#pragma once
/// A fuzzer is one function over bytes.  Built with Clang's libFuzzer it invents them; built as a test it walks the corpus.
/// The rule under test is one for all readers: any bytes give a result or an `Error` - no crash, no other exception.
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>

#include "../../graph/error.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace edgewise::fuzz {

/// read(bytes) may throw Error, nothing else.
template <class Read>
int run(const std::uint8_t* data, std::size_t size, Read&& read) {
  try {
    std::forward<Read>(read)(std::string(reinterpret_cast<const char*>(data), size));
  } catch (const Error&) {
  }
  return 0;
}

}  // namespace edgewise::fuzz
