#include "unfinished.hpp"

#include <unistd.h>

#include <atomic>
#include <climits>
#include <cstring>
#include <utility>

namespace edgewise::io {
namespace {

constexpr std::size_t kSlots = 64;
constexpr int kFree = 0, kFilling = 1, kTaken = 2;

// No path is freed while a handler may read it: the table lives as long as the process.
struct Slot {
  std::atomic<int> state{kFree};
  char path[PATH_MAX] = {};
};
Slot slots[kSlots];

}  // namespace

Unfinished::Unfinished(const std::string& path) noexcept : slot_(kSlots) {
  if (path.size() >= PATH_MAX) return;
  for (std::size_t k = 0; k < kSlots; ++k) {
    int expected = kFree;
    if (!slots[k].state.compare_exchange_strong(expected, kFilling)) continue;
    std::memcpy(slots[k].path, path.c_str(), path.size() + 1);
    slots[k].state = kTaken;
    slot_ = k;
    return;
  }
}

Unfinished::~Unfinished() {
  if (slot_ < kSlots) slots[slot_].state = kFree;
}

Unfinished::Unfinished(Unfinished&& other) noexcept : slot_(std::exchange(other.slot_, kSlots)) {}

void remove_unfinished() noexcept {
  for (Slot& slot : slots)
    if (slot.state == kTaken) ::unlink(slot.path);  // a folder is refused
  // Slots are in no order, and a folder may stand before those inside it.
  for (bool more = true; more;) {
    more = false;
    for (Slot& slot : slots) more = (slot.state == kTaken && ::rmdir(slot.path) == 0) || more;
  }
}

}  // namespace edgewise::io
