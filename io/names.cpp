#include "names.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <cstring>
#include <functional>
#include <limits>
#include <utility>

#include "../graph/error.hpp"
#include "../graph/random.hpp"

namespace edgewise::io {
namespace {

/// The value when `name` is the one way to write it: digits only, no leading zero, below 2^64.
std::optional<std::uint64_t> canonical_integer(std::string_view name) {
  if (name.empty() || name[0] < '0' || name[0] > '9' || (name[0] == '0' && name.size() > 1)) return std::nullopt;
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(name.data(), name.data() + name.size(), value);
  if (error != std::errc() || end != name.data() + name.size()) return std::nullopt;
  return value;
}

}  // namespace

// Two kinds of names in one numbering.  `value` holds an integer as it is, a word as its place in `letters`.
// Integers below small.size() are found in a plain table, which covers them while at least one in eight places is taken: ids counted
// from 0 or 1 meet no hashing.  All else goes into `slots`, an open hash table, at most half full.  A slot keeps a piece of the hash,
// so that `value` and `letters` are read for the right name only.
struct Names::Maps {
  struct Slot {
    NodeId number = kUnknown;
    std::uint32_t tag = 0;
  };
  std::vector<std::uint64_t> value;
  std::vector<bool> is_word;  // empty while there are only integers
  std::string letters;        // per word four bytes of length, then the word
  std::vector<NodeId> small;
  std::vector<Slot> slots = std::vector<Slot>(16);
  std::size_t hashed = 0;  // slots taken

  bool word(NodeId number) const { return !is_word.empty() && is_word[number]; }
  std::string_view letters_of(NodeId number) const {
    std::uint32_t length = 0;
    std::memcpy(&length, letters.data() + value[number], sizeof length);
    return {letters.data() + value[number] + sizeof length, length};
  }

  std::uint64_t hash(NodeId number) const { return word(number) ? hash_word(letters_of(number)) : mix_bits(value[number]); }
  static std::uint64_t hash_word(std::string_view text) { return mix_bits(std::hash<std::string_view>{}(text)); }
  static std::uint32_t tag_of(std::uint64_t hash_value) { return static_cast<std::uint32_t>(hash_value >> 32); }
  std::size_t first_slot(std::uint64_t hash_value) const { return hash_value & (slots.size() - 1); }

  /// The slot of a name, or the free one where it would go.
  template <class Same>
  std::size_t slot_of(std::uint64_t hash_value, Same same) const {
    std::size_t slot = first_slot(hash_value);
    while (slots[slot].number != kUnknown && !(slots[slot].tag == tag_of(hash_value) && same(slots[slot].number)))
      slot = (slot + 1) & (slots.size() - 1);
    return slot;
  }
  std::size_t slot_of_integer(std::uint64_t integer, std::uint64_t hash_value) const {
    return slot_of(hash_value, [&](NodeId n) { return value[n] == integer && !word(n); });
  }
  std::size_t slot_of_word(std::string_view text, std::uint64_t hash_value) const {
    return slot_of(hash_value, [&](NodeId n) { return word(n) && letters_of(n) == text; });
  }
  NodeId find_integer(std::uint64_t integer) const {
    return integer < small.size() ? small[integer] : slots[slot_of_integer(integer, mix_bits(integer))].number;
  }

  NodeId next_number() const {
    if (value.size() >= kMaxNodes) fail<DataError>("more than ", kMaxNodes, " different node ids; node numbers have 32 bits");
    return static_cast<NodeId>(value.size());
  }
  NodeId add_integer(std::uint64_t integer) {
    if (integer < small.size()) {
      if (small[integer] == kUnknown) small[integer] = append_integer(integer);
      return small[integer];
    }
    const std::uint64_t hash_value = mix_bits(integer);
    const std::size_t slot = slot_of_integer(integer, hash_value);
    if (slots[slot].number != kUnknown) return slots[slot].number;
    return take(slot, append_integer(integer), hash_value);
  }
  NodeId append_integer(std::uint64_t integer) {
    const NodeId number = next_number();
    value.push_back(integer);
    if (!is_word.empty()) is_word.push_back(false);
    return number;
  }
  NodeId add_word(std::string_view text) {
    const std::uint64_t hash_value = hash_word(text);
    const std::size_t slot = slot_of_word(text, hash_value);
    if (slots[slot].number != kUnknown) return slots[slot].number;
    if (text.size() > std::numeric_limits<std::uint32_t>::max()) fail<DataError>("a node id of ", text.size(), " bytes");
    const NodeId number = next_number();
    is_word.resize(value.size(), false);
    is_word.push_back(true);
    value.push_back(letters.size());
    const auto length = static_cast<std::uint32_t>(text.size());
    letters.append(reinterpret_cast<const char*>(&length), sizeof length).append(text);
    return take(slot, number, hash_value);
  }
  NodeId take(std::size_t slot, NodeId number, std::uint64_t hash_value) {
    slots[slot] = {number, tag_of(hash_value)};
    if (++hashed * 2 > slots.size()) grow();
    return number;
  }

  /// The largest power of two below which at least an eighth of all integers are names.
  std::size_t dense_limit() const {
    std::array<std::size_t, 65> of_width{};
    for (NodeId n = 0; n < value.size(); ++n)
      if (!word(n)) ++of_width[static_cast<std::size_t>(std::bit_width(value[n]))];
    std::size_t below = 0;
    std::size_t limit = 0;
    for (std::size_t width = 0; width < 40; ++width) {
      below += of_width[width];
      if (below * 8 >= std::size_t{1} << width) limit = std::size_t{1} << width;
    }
    return limit;
  }

  void grow() {
    small.resize(std::max(small.size(), dense_limit()), kUnknown);
    hashed = 0;
    for (NodeId n = 0; n < value.size(); ++n) {
      if (!word(n) && value[n] < small.size())
        small[value[n]] = n;
      else
        ++hashed;
    }
    slots.assign(std::bit_ceil(std::max<std::size_t>(16, hashed * 3)), Slot());
    for (NodeId n = 0; n < value.size(); ++n) {
      if (!word(n) && value[n] < small.size()) continue;
      const std::uint64_t hash_value = hash(n);
      slots[slot_of(hash_value, [](NodeId) { return false; })] = {n, tag_of(hash_value)};
    }
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

NodeId Names::add_integer(std::uint64_t name) { return maps_->add_integer(name); }

NodeId Names::add(std::string_view name) {
  if (const auto integer = canonical_integer(name)) return maps_->add_integer(*integer);
  return maps_->add_word(name);
}

std::vector<NodeId> Names::add_integers(std::span<const std::uint64_t> names) {
  std::vector<NodeId> numbers(names.size());
  for (std::size_t k = 0; k < names.size(); ++k) numbers[k] = add_integer(names[k]);
  return numbers;
}

std::vector<NodeId> Names::add_all(const Names& other) {
  std::vector<NodeId> numbers(other.size());
  for (NodeId n = 0; n < other.size(); ++n)
    numbers[n] = other.maps_->word(n) ? maps_->add_word(other.maps_->letters_of(n)) : maps_->add_integer(other.maps_->value[n]);
  return numbers;
}

std::optional<NodeId> Names::find(std::string_view name) const {
  if (const auto integer = canonical_integer(name)) return find_integer(*integer);
  const NodeId number = maps_->slots[maps_->slot_of_word(name, Maps::hash_word(name))].number;
  return number == kUnknown ? std::nullopt : std::optional(number);
}

std::optional<NodeId> Names::find_integer(std::uint64_t name) const {
  const NodeId number = maps_->find_integer(name);
  return number == kUnknown ? std::nullopt : std::optional(number);
}

// Both work in blocks and in passes: each pass asks for the memory that the next one reads, so that its loads overlap.
constexpr std::size_t kAhead = 64;

void Names::find_integers(std::span<const std::uint64_t> names, std::span<NodeId> numbers) const {
  const Maps& maps = *maps_;
  for (std::size_t first = 0; first < names.size(); first += kAhead) {
    const std::size_t last = std::min(first + kAhead, names.size());
    for (std::size_t k = first; k < last; ++k) {
      if (names[k] < maps.small.size())
        __builtin_prefetch(&maps.small[names[k]]);
      else
        __builtin_prefetch(&maps.slots[maps.first_slot(mix_bits(names[k]))]);
    }
    for (std::size_t k = first; k < last; ++k) {
      if (names[k] < maps.small.size()) continue;
      const NodeId number = maps.slots[maps.first_slot(mix_bits(names[k]))].number;
      if (number != kUnknown) __builtin_prefetch(&maps.value[number]);
    }
    for (std::size_t k = first; k < last; ++k) numbers[k] = maps.find_integer(names[k]);
  }
}

void Names::find_all(std::span<const std::string_view> names, std::span<NodeId> numbers) const {
  const Maps& maps = *maps_;
  for (std::size_t first = 0; first < names.size(); first += kAhead) {
    const std::size_t count = std::min(kAhead, names.size() - first);
    std::array<std::optional<std::uint64_t>, kAhead> integer;
    std::array<std::uint64_t, kAhead> hash_value;
    for (std::size_t k = 0; k < count; ++k) {
      integer[k] = canonical_integer(names[first + k]);
      hash_value[k] = integer[k] ? mix_bits(*integer[k]) : Maps::hash_word(names[first + k]);
      __builtin_prefetch(&maps.slots[maps.first_slot(hash_value[k])]);
    }
    for (std::size_t k = 0; k < count; ++k) {
      const NodeId number = maps.slots[maps.first_slot(hash_value[k])].number;
      if (number != kUnknown) __builtin_prefetch(&maps.value[number]);
    }
    for (std::size_t k = 0; k < count; ++k) {
      const NodeId number = maps.slots[maps.first_slot(hash_value[k])].number;
      if (number != kUnknown && maps.word(number)) __builtin_prefetch(maps.letters.data() + maps.value[number]);
    }
    for (std::size_t k = 0; k < count; ++k)
      numbers[first + k] = integer[k] ? maps.find_integer(*integer[k]) : maps.slots[maps.slot_of_word(names[first + k], hash_value[k])].number;
  }
}

NodeId Names::size() const { return static_cast<NodeId>(maps_->value.size()); }

std::string Names::operator[](NodeId number) const {
  return maps_->word(number) ? std::string(maps_->letters_of(number)) : std::to_string(maps_->value[number]);
}

bool Names::all_integers() const { return maps_->letters.empty(); }

}  // namespace edgewise::io
