#pragma once
/// For sources: which nodes there are.  With a feature file its rows, without one every id that edges, labels and split name.
#include <optional>
#include <string>
#include <vector>

#include "edge_source.hpp"
#include "features.hpp"
#include "node_data.hpp"
#include "node_table.hpp"

namespace edgewise::io {

class NodeRows {
 public:
  /// `schema`: nullptr in training.  All references outlive this.
  NodeRows(const NodeFiles& files, const NodeSchema* schema, const OpenText& open, std::vector<std::string>& notes)
      : files_(files), schema_(schema), open_(open), notes_(notes) {}

  /// Reads --node-ids and --features, in this order, before anything else.
  void read();
  /// Reads the edges.  One that names a node without a row stops the load, or is dropped and counted.
  EdgeSource read_edges();
  /// Node numbers of a table's rows: a node without a row stops the load, without features new ids become nodes.
  std::vector<NodeId> find(const NodeTable& table);

  Names names;                       ///< row -> id as written
  std::optional<Features> features;  ///< nothing where encodings of the graph take their place

 private:
  void read_row_ids();
  void read_features();
  void name_rows();
  std::string unknown(const std::string& id, std::size_t count, const std::string& way_out) const;

  const NodeFiles& files_;
  const NodeSchema* const schema_;
  const OpenText& open_;
  std::vector<std::string>& notes_;
  std::vector<std::string> row_ids_;  // of --node-ids
};

}  // namespace edgewise::io
