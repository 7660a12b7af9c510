#pragma once
/// For sources only: how deep a text goes, found without recursion.  The parsers that we borrow recurse (or their trees do when
/// copied, printed or destroyed), so text made to go deep would end the program; it must be refused before they see it.
/// A bracket inside quotes, a comment or character data neither opens nor closes: each function knows its language's.
#include <cstddef>
#include <string>
#include <string_view>

namespace edgewise::io {

/// Deeper than anything that people or programs write, and far from what a stack of 1 MB holds.
inline constexpr std::size_t kMostNested = 500;

/// The most elements of an XML text inside one another.  Where the text is broken the count stops: no parser gets further.
std::size_t xml_depth(std::string_view text);
/// The most `{` of a GraphViz text inside one another.
std::size_t graphviz_depth(std::string_view text);
/// The most objects and lists of a JSON text inside one another.
std::size_t json_depth(std::string_view text);

/// Throws DataError `name: ...` when `depth` is beyond kMostNested.
void check_nesting(const std::string& name, std::size_t depth);

}  // namespace edgewise::io
