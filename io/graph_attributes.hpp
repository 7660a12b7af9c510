#pragma once
/// For sources: what the readers of GraphML and GraphViz find on edges, made columns.
#include <map>
#include <string>
#include <vector>

#include "edge_list.hpp"

namespace edgewise::io {

/// What either reader leaves behind.
struct Collected {
  std::vector<Edge> edges;
  std::map<std::string, std::map<std::size_t, std::string>> attributes;  // attribute -> edge -> text
};

/// The list of edges with the attributes that `options` asks for, and a note of those that it leaves.
/// Throws   DataError naming the edge that lacks an attribute, or whose attribute is no finite number.
EdgeList with_attributes(std::string file, const char* format, bool directed, const Names& names, Collected collected,
                         const EdgeListOptions& options);

}  // namespace edgewise::io
