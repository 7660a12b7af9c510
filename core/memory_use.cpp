#include "memory_use.hpp"

#include <atomic>
#include <cstdlib>
#include <string>

#include "../graph/error.hpp"

namespace edgewise {
namespace {

MemoryUse first_choice() {
  const char* const wish = std::getenv("EDGEWISE_MEMORY");
  if (wish == nullptr || *wish == '\0' || std::string(wish) == "fast") return MemoryUse::fast;
  if (std::string(wish) == "least") return MemoryUse::least;
  fail<UsageError>("EDGEWISE_MEMORY is '", wish, "', expected fast or least");
}

std::atomic<MemoryUse>& active() {
  static std::atomic<MemoryUse> use{first_choice()};
  return use;
}

}  // namespace

MemoryUse memory_use() { return active().load(std::memory_order_relaxed); }

void set_memory_use(MemoryUse use) { active().store(use, std::memory_order_relaxed); }

}  // namespace edgewise
