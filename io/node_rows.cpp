#include "node_rows.hpp"

#include <algorithm>

#include "../graph/error.hpp"
#include "graph_notes.hpp"
#include "matrix_market.hpp"
#include "table_settings.hpp"

namespace edgewise::io {

void NodeRows::read() {
  read_row_ids();
  read_features();
}

/// --node-ids: one id a line, for the rows of Matrix Market files.
void NodeRows::read_row_ids() {
  if (files_.node_ids.empty()) return;
  const TextFile file = open_(files_.node_ids);
  Names seen;
  std::vector<std::size_t> lines;
  LineWalk walk(file.text());
  for (Line line; walk.next(line);) {
    if (line.text.empty()) continue;
    if (seen.add(line.text) != lines.size()) fail_twice(file.name(), line.number, std::string(line.text), lines[*seen.find(line.text)]);
    lines.push_back(line.number);
    row_ids_.emplace_back(line.text);
  }
}

void NodeRows::read_features() {
  if (files_.features.empty()) {
    if (schema_ != nullptr && schema_->encoding.empty())
      fail<UsageError>("--features: not given, but the model was trained with ", schema_->feature_columns.size(), " feature columns ('",
                       schema_->feature_columns.empty() ? "" : schema_->feature_columns[0], "', ...); give a file that has them");
    return;
  }
  if (schema_ != nullptr && !schema_->encoding.empty())
    fail<UsageError>("--features: the model was trained on a graph without features; leave them out");
  features = load_features(open_(files_.features), format_for("features", files_));
  if (schema_ != nullptr) features = match_columns(std::move(*features), schema_->feature_columns, schema_->sparse);
  if (features->numbered) name_rows();
  names = features->nodes;
  notes_.insert(notes_.end(), features->notes.begin(), features->notes.end());
}

/// Matrix Market rows get the ids of --node-ids, or 0, 1, 2, ...
void NodeRows::name_rows() {
  Features& rows = *features;
  if (files_.node_ids.empty()) {
    for (std::size_t r = 0; r < rows.rows; ++r) rows.nodes.add_integer(r);
    rows.notes.push_back(rows.file + ": row r holds the features of node r - 1");
    return;
  }
  if (row_ids_.size() != rows.rows)
    fail<DataError>(files_.node_ids, ": got ", row_ids_.size(), " ids, expected ", rows.rows, ", one for each row of ", rows.file);
  for (const std::string& id : row_ids_) rows.nodes.add(id);
  rows.notes.push_back(rows.file + ": row r holds the features of the node on line r of " + files_.node_ids);
}

/// The end of a message about an id that the features do not know.
std::string NodeRows::unknown(const std::string& id, std::size_t count, const std::string& way_out) const {
  const bool integer = !id.empty() && std::all_of(id.begin(), id.end(), [](char c) { return c >= '0' && c <= '9'; });
  if (features->numbered && files_.node_ids.empty() && !integer)
    return "id '" + id + "' is no integer, but the rows of " + features->file +
           " have numbers only; say which row is which with --node-ids FILE (one id a line)";
  return "node '" + id + "' has no row in " + features->file + " (" + counted(count, "such node", "such nodes") + "); " + way_out;
}

EdgeSource NodeRows::read_edges() {
  const std::size_t given = names.size();
  const TextFile file = open_(files_.edges);
  if (!files_.node_ids.empty() && !is_matrix_market(file.text()) && !(features && features->numbered))
    fail<UsageError>("--node-ids: names the rows of Matrix Market files, but neither edges nor features are one");
  EdgeSource found = read_edge_source(file, format_for("edges", files_), names, files_, schema_, row_ids_);
  notes_.insert(notes_.end(), found.list.notes.begin(), found.list.notes.end());
  if (!features || names.size() == given) return found;
  const std::vector<Edge>& edges = found.list.edges;
  std::vector<bool> keep(edges.size());
  for (std::size_t e = 0; e < edges.size(); ++e) keep[e] = edges[e].source < given && edges[e].target < given;
  const auto first = static_cast<std::size_t>(std::find(keep.begin(), keep.end(), false) - keep.begin());
  const std::size_t strangers = names.size() - given;
  if (!files_.drop_unknown && first < edges.size()) {
    const NodeId end = edges[first].source >= given ? edges[first].source : edges[first].target;
    fail<DataError>(found.list.where(first), ": ",
                    unknown(names[end], strangers, "add it or pass --drop-unknown") + (first == 0 ? found.list.header_hint : ""));
  }
  const auto dropped = static_cast<std::size_t>(std::count(keep.begin(), keep.end(), false));
  keep_edges(found, keep);
  names = features->nodes;
  notes_.push_back(files_.edges + ": dropped " + counted(dropped, "edge", "edges") + " with " + counted(strangers, "node", "nodes") + " that " +
                   features->file + " does not have");
  return found;
}

/// Node numbers of a table's rows; without features new ids become nodes.
std::vector<NodeId> NodeRows::find(const NodeTable& table) {
  std::vector<NodeId> nodes;
  std::optional<std::size_t> first;
  std::size_t strangers = 0;
  for (std::size_t r = 0; r < table.line.size(); ++r) {
    const std::string id = table.ids[static_cast<NodeId>(r)];
    const auto known = names.find(id);
    if (!known && features) {
      first = first.value_or(r);
      ++strangers;
    }
    nodes.push_back(known ? *known : features ? NodeId{0} : names.add(id));
  }
  if (first)
    fail<DataError>(table.where(*first), ": ",
                    unknown(table.ids[static_cast<NodeId>(*first)], strangers, "add it to the features, or take the line out") +
                        (*first == 0 ? table.header_hint() : ""));
  return nodes;
}

}  // namespace edgewise::io
