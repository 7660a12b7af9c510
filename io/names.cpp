#include "names.hpp"

#include <algorithm>
#include <charconv>
#include <functional>
#include <limits>
#include <utility>

#include "../graph/error.hpp"
#include "../graph/random.hpp"

namespace edgewise::io {
namespace {

constexpr NodeId kFree = std::numeric_limits<NodeId>::max();

/// The value when `name` is the one way to write it: digits only, no leading zero, below 2^64.
std::optional<std::uint64_t> canonical_integer(std::string_view name) {
  if (name.empty() || (name[0] == '0' && name.size() > 1)) return std::nullopt;
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(name.data(), name.data() + name.size(), value);
  if (error != std::errc() || end != name.data() + name.size()) return std::nullopt;
  return value;
}

}  // namespace

// Two kinds of names in one numbering.  `value` holds an integer as it is, a word as its place in `words`.  `slots` is an open hash
// table of numbers, at most half full; what a slot stands for is read through `value`.
struct Names::Maps {
  std::vector<std::uint64_t> value;
  std::vector<bool> is_word;  // empty while there are only integers
  std::vector<std::string> words;
  std::vector<NodeId> slots = std::vector<NodeId>(16, kFree);

  bool word(NodeId number) const { return !is_word.empty() && is_word[number]; }

  std::uint64_t hash(NodeId number) const { return word(number) ? hash_word(words[value[number]]) : mix_bits(value[number]); }
  static std::uint64_t hash_word(std::string_view text) { return mix_bits(std::hash<std::string_view>{}(text)); }

  /// The slot that holds the name, or the free one where it would go.
  template <class Same>
  std::size_t slot_of(std::uint64_t hashed, Same same) const {
    std::size_t slot = hashed & (slots.size() - 1);
    while (slots[slot] != kFree && !same(slots[slot])) slot = (slot + 1) & (slots.size() - 1);
    return slot;
  }
  std::size_t slot_of_integer(std::uint64_t integer) const {
    return slot_of(mix_bits(integer), [&](NodeId n) { return value[n] == integer && !word(n); });
  }
  std::size_t slot_of_word(std::string_view text) const {
    return slot_of(hash_word(text), [&](NodeId n) { return word(n) && words[value[n]] == text; });
  }

  NodeId append(std::size_t slot, std::uint64_t new_value) {
    if (value.size() >= kMaxNodes) fail<DataError>("more than ", kMaxNodes, " different node ids; node numbers have 32 bits");
    const auto number = static_cast<NodeId>(value.size());
    value.push_back(new_value);
    slots[slot] = number;
    if (value.size() * 2 > slots.size()) grow();
    return number;
  }
  void grow() {
    slots.assign(slots.size() * 2, kFree);
    for (NodeId n = 0; n < value.size(); ++n) slots[slot_of(hash(n), [](NodeId) { return false; })] = n;
  }
};

Names::Names() : maps_(std::make_unique<Maps>()) {}
Names::~Names() = default;
Names::Names(Names&&) noexcept = default;
Names& Names::operator=(Names&&) noexcept = default;
Names::Names(const Names& other) : maps_(std::make_unique<Maps>(*other.maps_)) {}
Names& Names::operator=(const Names& other) {
  if (this != &other) *this = Names(other);
  return *this;
}

NodeId Names::add_integer(std::uint64_t name) {
  Maps& maps = *maps_;
  const std::size_t slot = maps.slot_of_integer(name);
  if (maps.slots[slot] != kFree) return maps.slots[slot];
  if (!maps.is_word.empty()) maps.is_word.push_back(false);
  return maps.append(slot, name);
}

NodeId Names::add(std::string_view name) {
  if (const auto integer = canonical_integer(name)) return add_integer(*integer);
  Maps& maps = *maps_;
  const std::size_t slot = maps.slot_of_word(name);
  if (maps.slots[slot] != kFree) return maps.slots[slot];
  maps.is_word.resize(maps.value.size(), false);
  maps.is_word.push_back(true);
  maps.words.emplace_back(name);
  return maps.append(slot, maps.words.size() - 1);
}

std::vector<NodeId> Names::add_integers(std::span<const std::uint64_t> names) {
  std::vector<NodeId> numbers(names.size());
  std::uint64_t largest = 0;
  for (const std::uint64_t name : names) largest = std::max(largest, name);
  if (largest / 4 > names.size()) {  // scattered ids: the hash table
    for (std::size_t k = 0; k < names.size(); ++k) numbers[k] = add_integer(names[k]);
    return numbers;
  }
  std::vector<NodeId> known(largest + 1, kFree);  // ids close to 0 .. count: a table of them is smaller and faster
  for (std::size_t k = 0; k < names.size(); ++k) {
    NodeId& number = known[names[k]];
    if (number == kFree) number = add_integer(names[k]);
    numbers[k] = number;
  }
  return numbers;
}

std::optional<NodeId> Names::find(std::string_view name) const {
  const auto integer = canonical_integer(name);
  const NodeId number = maps_->slots[integer ? maps_->slot_of_integer(*integer) : maps_->slot_of_word(name)];
  return number == kFree ? std::nullopt : std::optional(number);
}

NodeId Names::size() const { return static_cast<NodeId>(maps_->value.size()); }

std::string Names::operator[](NodeId number) const {
  return maps_->word(number) ? maps_->words[maps_->value[number]] : std::to_string(maps_->value[number]);
}

bool Names::all_integers() const { return maps_->words.empty(); }

}  // namespace edgewise::io
