#include "graph_attributes.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "../graph/error.hpp"
#include "parse.hpp"

namespace edgewise::io {
namespace {

/// The attribute `name` of every edge, handed to take(edge, text).
template <class Take>
void each_value(const EdgeList& list, const Names& names, const Collected& from, const std::string& name, Take take) {
  const auto found = from.attributes.find(name);
  for (std::size_t e = 0; e < list.edges.size(); ++e) {
    const auto value = found == from.attributes.end() ? std::map<std::size_t, std::string>::const_iterator() : found->second.find(e);
    if (found == from.attributes.end() || value == found->second.end())
      fail<DataError>(list.file, ": edge ", e + 1, " (", shown(names[list.edges[e].source]), " to ", shown(names[list.edges[e].target]),
                      ") has no attribute ", shown(name), "; give it to all edges or to none");
    take(e, value->second);
  }
}

EdgeColumn number_column(const EdgeList& list, const Names& names, const Collected& from, const std::string& name) {
  EdgeColumn column{name, {}};
  each_value(list, names, from, name, [&](std::size_t e, const std::string& text) {
    const auto value = parse<double>(text);
    if (!value || !std::isfinite(static_cast<float>(*value)))
      fail<DataError>(list.file, ": edge ", e + 1, ": attribute ", shown(name), " is ", shown(text), ", expected a finite number");
    column.values.push_back(static_cast<float>(*value));
  });
  return column;
}

}  // namespace

EdgeList with_attributes(std::string file, const char* format, bool directed, const Names& names, Collected collected,
                         const EdgeListOptions& options) {
  EdgeList list;
  list.file = std::move(file);
  list.edges = std::move(collected.edges);
  list.directed = directed;
  list.notes.push_back(list.file + ": " + format + ", " + (directed ? "directed" : "undirected"));
  for (const std::string& name : options.columns) list.columns.push_back(number_column(list, names, collected, name));
  if (!options.type.empty()) {
    list.type = EdgeWords{options.type, {}, {}};
    Names words;
    each_value(list, names, collected, options.type, [&](std::size_t, const std::string& text) { list.type->word.push_back(words.add(text)); });
    for (NodeId w = 0; w < words.size(); ++w) list.type->words.push_back(words[w]);
  }
  const bool taken = options.type == "weight" || std::find(options.columns.begin(), options.columns.end(), "weight") != options.columns.end();
  if (options.weights && !taken && collected.attributes.contains("weight")) {
    list.weight = number_column(list, names, collected, "weight");
    list.notes.push_back(list.file + ": edge attribute 'weight': used as edge feature");
  }
  std::string unused;
  for (const auto& [name, values] : collected.attributes)
    if (name != "weight" && name != options.type && std::find(options.columns.begin(), options.columns.end(), name) == options.columns.end())
      unused += (unused.empty() ? "" : ", ") + name;
  if (!unused.empty())
    list.notes.push_back(list.file + ": edge attributes not used: " + unused + " (take numbers with --edge-columns, words with --edge-type)");
  return list;
}

}  // namespace edgewise::io
