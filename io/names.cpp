#include "names.hpp"

#include <algorithm>
#include <array>
#include <bit>
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
  if (name.empty() || name[0] < '0' || name[0] > '9' || (name[0] == '0' && name.size() > 1)) return std::nullopt;
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(name.data(), name.data() + name.size(), value);
  if (error != std::errc() || end != name.data() + name.size()) return std::nullopt;
  return value;
}

}  // namespace

// Two kinds of names in one numbering.  `value` holds an integer as it is, a word as its place in `words`.
// Integers below small.size() are found in a plain table, which covers them while at least one in eight places is taken: ids counted
// from 0 or 1 meet no hashing.  All else goes into `slots`, an open hash table of numbers, at most half full; what a slot stands
// for is read through `value`.
struct Names::Maps {
  std::vector<std::uint64_t> value;
  std::vector<bool> is_word;  // empty while there are only integers
  std::vector<std::string> words;
  std::vector<NodeId> small;
  std::vector<NodeId> slots = std::vector<NodeId>(16, kFree);
  std::size_t hashed = 0;  // slots taken

  bool word(NodeId number) const { return !is_word.empty() && is_word[number]; }

  std::uint64_t hash(NodeId number) const { return word(number) ? hash_word(words[value[number]]) : mix_bits(value[number]); }
  static std::uint64_t hash_word(std::string_view text) { return mix_bits(std::hash<std::string_view>{}(text)); }

  /// Where the number of a name stands, or kFree where it would go.
  template <class Same>
  std::size_t slot_of(std::uint64_t hash_value, Same same) const {
    std::size_t slot = hash_value & (slots.size() - 1);
    while (slots[slot] != kFree && !same(slots[slot])) slot = (slot + 1) & (slots.size() - 1);
    return slot;
  }
  const NodeId& place_of_integer(std::uint64_t integer) const {
    if (integer < small.size()) return small[integer];
    return slots[slot_of(mix_bits(integer), [&](NodeId n) { return value[n] == integer && !word(n); })];
  }
  const NodeId& place_of_word(std::string_view text) const {
    return slots[slot_of(hash_word(text), [&](NodeId n) { return word(n) && words[value[n]] == text; })];
  }

  NodeId append(const NodeId& place, std::uint64_t new_value) {
    if (value.size() >= kMaxNodes) fail<DataError>("more than ", kMaxNodes, " different node ids; node numbers have 32 bits");
    const auto number = static_cast<NodeId>(value.size());
    value.push_back(new_value);
    const_cast<NodeId&>(place) = number;  // the place was found by a const search of our own table
    const bool in_small = !word(number) && new_value < small.size();
    if (!in_small && ++hashed * 2 > slots.size()) grow();
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
    small.resize(std::max(small.size(), dense_limit()), kFree);
    hashed = 0;
    for (NodeId n = 0; n < value.size(); ++n) {
      if (!word(n) && value[n] < small.size())
        small[value[n]] = n;
      else
        ++hashed;
    }
    slots.assign(std::bit_ceil(std::max<std::size_t>(16, hashed * 3)), kFree);
    for (NodeId n = 0; n < value.size(); ++n)
      if (word(n) || value[n] >= small.size()) slots[slot_of(hash(n), [](NodeId) { return false; })] = n;
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
  const NodeId& place = maps.place_of_integer(name);
  if (place != kFree) return place;
  if (!maps.is_word.empty()) maps.is_word.push_back(false);
  return maps.append(place, name);
}

NodeId Names::add(std::string_view name) {
  if (const auto integer = canonical_integer(name)) return add_integer(*integer);
  Maps& maps = *maps_;
  const NodeId& place = maps.place_of_word(name);
  if (place != kFree) return place;
  maps.is_word.resize(maps.value.size(), false);
  maps.is_word.push_back(true);
  maps.words.emplace_back(name);
  return maps.append(place, maps.words.size() - 1);
}

std::vector<NodeId> Names::add_integers(std::span<const std::uint64_t> names) {
  std::vector<NodeId> numbers(names.size());
  for (std::size_t k = 0; k < names.size(); ++k) numbers[k] = add_integer(names[k]);
  return numbers;
}

std::vector<NodeId> Names::add_all(const Names& other) {
  std::vector<NodeId> numbers(other.size());
  for (NodeId n = 0; n < other.size(); ++n)
    numbers[n] = other.maps_->word(n) ? add(other.maps_->words[other.maps_->value[n]]) : add_integer(other.maps_->value[n]);
  return numbers;
}

std::optional<NodeId> Names::find(std::string_view name) const {
  if (const auto integer = canonical_integer(name)) return find_integer(*integer);
  const NodeId number = maps_->place_of_word(name);
  return number == kFree ? std::nullopt : std::optional(number);
}

std::optional<NodeId> Names::find_integer(std::uint64_t name) const {
  const NodeId number = maps_->place_of_integer(name);
  return number == kFree ? std::nullopt : std::optional(number);
}

NodeId Names::size() const { return static_cast<NodeId>(maps_->value.size()); }

std::string Names::operator[](NodeId number) const {
  return maps_->word(number) ? maps_->words[maps_->value[number]] : std::to_string(maps_->value[number]);
}

bool Names::all_integers() const { return maps_->words.empty(); }

}  // namespace edgewise::io
