#include "names.hpp"

#include <array>
#include <charconv>

#include "name_maps.hpp"

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

}  // namespace edgewise::io
