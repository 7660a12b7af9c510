#pragma once
/// How much memory a piece of work takes, as the system sees it.
#include <cstddef>
#include <fstream>
#include <string>

#include "../core/buffer.hpp"

namespace edgewise::bench {

/// A line of /proc/self/status in bytes; 0 where there is none.
inline std::size_t status_bytes(const std::string& name) {
  std::ifstream status("/proc/self/status");
  for (std::string word; status >> word;) {
    std::size_t kilobytes = 0;
    if (word == name + ":" && status >> kilobytes) return kilobytes * 1024;
  }
  return 0;
}

/// The most memory resident at once in the whole process so far.
inline std::size_t peak_resident() { return status_bytes("VmHWM"); }

/// How far resident memory rises while `work` runs, beginning with an empty pool; 0 where the system does not tell.
template <class Work>
std::size_t rise(Work work) {
  release_pool();
  {
    std::ofstream reset("/proc/self/clear_refs");
    reset << 5;  // the peak becomes what is resident now
    if (!reset.flush()) return work(), 0;
  }
  const std::size_t before = status_bytes("VmRSS");
  work();
  const std::size_t peak = peak_resident();
  return peak > before ? peak - before : 0;
}

}  // namespace edgewise::bench
