#pragma once
/// Which libraries stand behind this program: the first thing to say in a report of trouble.
#include <cstddef>
#include <string>
#include <vector>

namespace edgewise::cli {

struct Library {
  std::string name;
  std::string version;  ///< of what runs where a library can say that itself (oneTBB, zlib, zstd), else of the headers it was built with
};

/// In alphabetical order.
std::vector<Library> libraries();
/// The compiler and its version.
std::string compiler();
/// How many threads work when nothing limits them: the cores that this process may use.
std::size_t machine_threads();

}  // namespace edgewise::cli
