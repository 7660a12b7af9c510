#pragma once
/// For sources: GraphViz text made fit for Boost's reader.
#include <string>
#include <string_view>

namespace edgewise::io {

/// Boost 1.74 reads `a -> subgraph {b c}` but not `a -> {b c}`, which means the same: the word is put in where it is left out.
/// Throws   std::runtime_error naming the line for edges inside braces that are an end of an edge, `a -> {b -> c}`, which Boost would lose.
std::string with_subgraph_words(std::string_view text);

}  // namespace edgewise::io
