#include "memory_use.hpp"

#include <cstdlib>
#include <string>

#include "../graph/error.hpp"
#include "process_choice.hpp"

namespace edgewise {
namespace {

MemoryUse first_choice() {
  const char* const wish = std::getenv("EDGEWISE_MEMORY");
  if (wish == nullptr || *wish == '\0' || std::string(wish) == "fast") return MemoryUse::fast;
  if (std::string(wish) == "least") return MemoryUse::least;
  fail<UsageError>("EDGEWISE_MEMORY is '", wish, "', expected fast or least");
}

detail::ProcessChoice<MemoryUse> active(first_choice);

}  // namespace

MemoryUse memory_use() { return active.get(); }

void set_memory_use(MemoryUse use) { active.set(use); }

}  // namespace edgewise
