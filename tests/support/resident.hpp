#pragma once
/// How much memory this process holds, for tests of what does not grow.
#include <cstddef>
#include <fstream>

namespace edgewise::test {

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
inline constexpr bool kPagesTell = false;  // a sanitizer holds back what is freed, and keeps notes of its own
#else
inline constexpr bool kPagesTell = true;
#endif

/// Pages of this process in memory; 0 where the system does not say.
inline std::size_t resident_pages() {
  std::size_t total = 0, resident = 0;
  std::ifstream("/proc/self/statm") >> total >> resident;
  return resident;
}

}  // namespace edgewise::test
