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

/// attempt() may throw Error, nothing else.
template <class Attempt>
void allow_errors(Attempt&& attempt) {
  try {
    std::forward<Attempt>(attempt)();
  } catch (const Error&) {
  }
}
/// The same for a function of the bytes.
template <class Read>
int run(const std::uint8_t* data, std::size_t size, Read&& read) {
  allow_errors([&] { read(std::string(reinterpret_cast<const char*>(data), size)); });
  return 0;
}

}  // namespace edgewise::fuzz
