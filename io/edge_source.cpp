#include "edge_source.hpp"

#include <algorithm>

#include "../graph/error.hpp"
#include "edges_file.hpp"
#include "name_order.hpp"

namespace edgewise::io {
namespace {

/// What the reader says about a weight column, before it is known whether anyone uses it.
constexpr std::string_view kUsed = "used as edge feature";

bool is_weight(const std::string& column) { return column == "weight" || column == "weights" || column == "Weight"; }

EdgeListOptions options_for(const TableFormat& format, const NodeFiles& files, const NodeSchema* schema) {
  EdgeListOptions options;
  options.format = format;
  options.weights = !files.no_weights || schema != nullptr;
  options.columns = files.edge_columns;
  options.type = files.edge_type;
  if (schema == nullptr) return options;
  options.columns.clear();
  for (const std::string& column : schema->edge_columns)
    if (!is_weight(column)) options.columns.push_back(column);
  options.type = schema->edge_type;
  return options;
}

/// The columns in the order of the schema; in training those that were asked for, then the weight.
std::vector<EdgeColumn> settle_columns(EdgeList& list, const NodeFiles& files, const NodeSchema* schema) {
  std::vector<EdgeColumn> columns;
  if (schema == nullptr) {
    columns = std::move(list.columns);
    if (list.weight && !files.no_weights) columns.push_back(std::move(*list.weight));
    return columns;
  }
  bool weight_used = false;
  auto next = list.columns.begin();
  for (const std::string& wanted : schema->edge_columns) {
    if (!is_weight(wanted)) {
      columns.push_back(std::move(*next++));
      continue;
    }
    if (!list.weight) fail<DataError>(list.file, ": no weight column, the model was trained with one ('", wanted, "'); add it");
    columns.push_back(std::move(*list.weight));
    columns.back().name = wanted;
    weight_used = true;
  }
  if (!weight_used)
    for (std::string& note : list.notes)
      if (const std::size_t at = note.find(kUsed); at != std::string::npos) note.replace(at, kUsed.size(), "ignored, the model was trained without");
  return columns;
}

/// Types by name order, or by the model's list.
void settle_types(EdgeSource& source, const NodeSchema* schema) {
  if (!source.list.type) return;
  const EdgeWords& words = *source.list.type;
  source.types = schema != nullptr ? schema->edge_types : in_name_order(words.words);
  Names known;
  for (const std::string& type : source.types) known.add(type);
  std::vector<std::uint32_t> place;
  for (std::uint32_t w = 0; w < words.words.size(); ++w) {
    const auto number = known.find(words.words[w]);
    if (!number) {
      const auto first = static_cast<std::size_t>(std::find(words.word.begin(), words.word.end(), w) - words.word.begin());
      std::string list;
      for (std::size_t t = 0; t < source.types.size() && t < 12; ++t) list += (t == 0 ? "" : ", ") + source.types[t];
      fail<DataError>(source.list.where(first), ": edge type '", words.words[w], "' is unknown to the model; it was trained on ", list);
    }
    place.push_back(*number);
  }
  source.type.reserve(words.word.size());
  for (const std::uint32_t word : words.word) source.type.push_back(place[word]);
  source.list.type.reset();
}

template <class Value>
void keep_values(std::vector<Value>& values, const std::vector<bool>& keep) {
  std::size_t kept = 0;
  for (std::size_t e = 0; e < values.size(); ++e)
    if (keep[e]) values[kept++] = values[e];
  values.resize(kept);
}

}  // namespace

EdgeSource read_edge_source(const TextFile& file, const TableFormat& format, Names& names, const NodeFiles& files, const NodeSchema* schema,
                            const std::vector<std::string>& node_ids) {
  const EdgeListOptions options = options_for(format, files, schema);
  EdgeSource source;
  source.list = read_edges(file, names, options, node_ids);
  if (source.list.columns.size() != options.columns.size())
    fail<DataError>(source.list.file, ": this format has no further edge columns, asked for '", options.columns.front(),
                    "'; write the edges as a table with a header");
  if (!options.type.empty() && !source.list.type)
    fail<DataError>(source.list.file, ": this format has no edge types, asked for '", options.type, "'; write the edges as a table with a header");
  source.columns = settle_columns(source.list, files, schema);
  settle_types(source, schema);
  return source;
}

void keep_edges(EdgeSource& source, const std::vector<bool>& keep) {
  keep_values(source.list.edges, keep);
  source.list.lines = source.list.lines.kept(keep);
  for (EdgeColumn& column : source.columns) keep_values(column.values, keep);
  if (!source.type.empty()) keep_values(source.type, keep);
}

}  // namespace edgewise::io
