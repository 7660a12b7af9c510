#pragma once
/// Splits of molecules in which one structure is never on two sides, and the files they travel in.
///   row,set,structure,scaffold
///   1,train,CCO,                     row: number of the record in its file, from 1; set: train, val, test or blank
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "../../core/train/dataset.hpp"
#include "../../graph/api.hpp"
#include "../split_file.hpp"
#include "structures.hpp"

namespace edgewise::mol {
EDGEWISE_API_BEGIN

/// random              structures in random order.
/// scaffold_published  molecules by scaffold, those without one together; largest groups first (of equals the one whose first molecule
///                     comes later), each to train while it fits, else to validation while it fits, else to test: the protocol of the
///                     published tables.  No seed.
/// scaffold            the same, but a structure without a scaffold stands alone.  No seed.
/// scaffold_balanced   as scaffold, but groups larger than half of validation or of test go first, each part in random order.
enum class SplitRule { random, scaffold_published, scaffold, scaffold_balanced };

/// "random", "scaffold-published", "scaffold", "scaffold-balanced", each also with ":80/10/10"; nothing for other words.
struct SplitRequest {
  SplitRule rule = SplitRule::random;      ///< how structures are dealt
  io::RandomShares shares{0.8, 0.1, 0.1};  ///< of train, validation and test
};
/// Throws UsageError for shares that are none, and for shares without a rule.
std::optional<SplitRequest> split_request(const std::string& text);

/// Same request and seed, same split; equal keys are on one side.
/// Throws   DataError when a part with a share comes out empty.
train::Split split_structures(const Structures& structures, const SplitRequest& request, std::uint64_t seed);

/// `folds` splits: structures in random order are dealt to the smallest fold; split k tests on fold k, validates on the next one and trains on the
/// rest.
/// Throws   UsageError for fewer than 3 folds; DataError when there are fewer structures than folds.
std::vector<train::Split> structure_folds(const Structures& structures, std::size_t folds, std::uint64_t seed);

/// From a set per molecule.
train::Split split_of_sets(std::span<const io::Set> sets);
/// The set that a word names: train, val, valid, validation, test, blank.  Throws DataError that opens with `where`.
io::Set set_named(const std::string& word, const std::string& where);

/// Structures on more than one side of a split that was given.
std::size_t count_astride(const Structures& structures, const train::Split& split);

/// Writes the file above; several splits give columns set_1, set_2, ...  `rows`: record number of each molecule.
void save_splits(const std::string& path, const Structures& structures, std::span<const std::size_t> rows, std::span<const train::Split> splits);
/// Reads it back, by the numbers in `row`; rows that are not listed are in no set.  `path` may name a column: FILE:set_2.
/// Throws   DataError `file:line: ...`: no column row, a number that is none of `rows` or comes twice, a word that is no set.
train::Split load_split(const std::string& path, std::span<const std::size_t> rows);

EDGEWISE_API_END
}  // namespace edgewise::mol
