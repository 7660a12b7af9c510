#pragma once
/// For sources: the tables behind Names.
#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <functional>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include "../graph/error.hpp"
#include "../graph/random.hpp"
#include "names.hpp"

namespace edgewise::io {

/// Two kinds of names in one numbering.  `value` holds an integer as it is, a word as its place in `letters`.
/// Integers below small.size() are found in a plain table, which covers them while at least one in eight places is taken: ids counted
/// from 0 or 1 meet no hashing.  All else goes into `slots`, an open hash table, at most half full.  A slot keeps a piece of the hash,
/// so that `value` and `letters` are read for the right name only.
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

}  // namespace edgewise::io
