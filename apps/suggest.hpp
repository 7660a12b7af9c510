#pragma once
/// "Did you mean ...?"
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace edgewise::cli {

/// Insertions, deletions, replacements and swaps of neighbours that turn one word into the other.
/// Source   Damerau 1964, doi:10.1145/363958.363994 (the restricted form, each place edited once).
std::size_t edit_distance(std::string_view a, std::string_view b);

/// The known word nearest to `word`, where it is near enough to have been meant: at most a third of its letters differ, or `word` is
/// the beginning of exactly one of them.  Of equally near ones the first.
std::optional<std::string> nearest(std::string_view word, std::span<const std::string> known);

/// " (did you mean 'gat'?)", or nothing.
std::string did_you_mean(std::string_view word, std::span<const std::string> known, std::string_view before = "");

}  // namespace edgewise::cli
