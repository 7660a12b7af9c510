#include "value_storage.hpp"

#include <cstdlib>
#include <limits>
#include <string>

#include "../graph/error.hpp"
#include "process_choice.hpp"

namespace edgewise {
namespace {

constexpr std::size_t kNever = std::numeric_limits<std::size_t>::max();

std::size_t first_choice() {
  const char* const wish = std::getenv("EDGEWISE_VALUES");
  if (wish == nullptr || *wish == '\0' || std::string(wish) == "float32") return kNever;
  if (std::string(wish) == "bf16") return kOutgrowsCaches;
  fail<UsageError>("EDGEWISE_VALUES is '", wish, "', expected float32 or bf16");
}

/// Bytes from which on a table is gathered in 16 bits: one number, so that threads never see half a choice.
detail::ProcessChoice<std::size_t> least(first_choice);

}  // namespace

ValueStorage value_storage() { return least.get() == kNever ? ValueStorage::float32 : ValueStorage::bf16; }

void set_value_storage(ValueStorage storage, std::size_t from) { least.set(storage == ValueStorage::float32 ? kNever : from); }

bool gathers_bf16(std::size_t bytes) { return bytes >= least.get(); }

}  // namespace edgewise
