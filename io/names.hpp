#pragma once
/// Names: the user's ids, byte for byte, beside the dense numbers that the graph counts in.
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "../graph/api.hpp"
#include "../graph/ids.hpp"

namespace edgewise::io {
EDGEWISE_API_BEGIN

/// A two-way map, number <-> name.  "7" and "07" are two names.
/// Cost     Canonical unsigned integers (no sign, no leading zero) take 16 to 40 bytes each, whatever their size; other names their
///          bytes and 30 to 50 more.  `add` and `find` are O(1).
/// Threads  The const members may be called from many threads at once.
class Names {
 public:
  Names();
  ~Names();
  Names(Names&&) noexcept;
  Names& operator=(Names&&) noexcept;
  Names(const Names&);
  Names& operator=(const Names&);

  /// The number of `name`, which is made when it is new, and the same for a canonical integer.  Throws DataError past 2^32 - 1 names:
  NodeId add(std::string_view name);
  NodeId add_integer(std::uint64_t name);
  /// Adds the names of `other` in their order: the number here of each of its numbers.
  std::vector<NodeId> add_all(const Names& other);
  /// The number of a name, or nothing:
  std::optional<NodeId> find(std::string_view name) const;
  std::optional<NodeId> find_integer(std::uint64_t name) const;
  /// `find` for many at once, kUnknown where there is none: several times as fast when the names do not fit into the cache.
  /// `numbers` is as long as `names`:
  void find_integers(std::span<const std::uint64_t> names, std::span<NodeId> numbers) const;
  void find_all(std::span<const std::string_view> names, std::span<NodeId> numbers) const;
  /// What stands for a name that is not here.
  static constexpr NodeId kUnknown = std::numeric_limits<NodeId>::max();
  /// How many names there are.
  NodeId size() const;
  /// The name as written.
  std::string operator[](NodeId number) const;

 private:
  struct Maps;
  std::unique_ptr<Maps> maps_;
};

EDGEWISE_API_END
}  // namespace edgewise::io
