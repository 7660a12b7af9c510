#pragma once
/// Folders of small graphs with a label each, in the form of the TU collection.
///   DS_A.txt                 1, 2      an arc from node 1 to node 2; nodes count from 1 through all graphs
///   DS_graph_indicator.txt   1         the graph of node 1, of node 2, ...; ascending from 1
///   DS_graph_labels.txt      -1        the class of graph 1, of graph 2, ...
/// and where there are such: DS_node_labels.txt and DS_edge_labels.txt (an integer a line), DS_node_attributes.txt and DS_edge_attributes.txt
/// (numbers between commas), DS_graph_attributes.txt (regression targets).
/// Source   Morris et al. 2020, arXiv:2007.08663.
#include <string>
#include <vector>

#include "../core/train/graph_table.hpp"
#include "../graph/api.hpp"

namespace edgewise::io {
EDGEWISE_API_BEGIN

/// Graphs with the words of their columns: "label 3" of a node or an edge is 1 where it has label 3; attributes are "attribute 1", ...
struct TuGraphs {
  train::GraphDataset data;               ///< classification, or regression where there are no labels but attributes; the split is left empty
  std::vector<std::string> node_columns;  ///< in order
  std::vector<std::string> arc_columns;   ///< in order
  std::vector<std::string> outputs;       ///< the labels of the classes in rising order; "target 1", ...
  std::vector<std::string> notes;         ///< decisions that were taken, a line each
};

/// Columns and classes of a trained model: a file read for prediction must fit them.
struct TuColumns {
  /// As in TuGraphs:
  std::vector<std::string> node_columns;
  std::vector<std::string> arc_columns;
  std::vector<std::string> outputs;
};

/// Reads the folder's one data set.  With `known` the columns are those of the model: a label that the model never saw gives a row of zeros there
/// (noted), and graph labels may be missing.  Where nodes have neither labels nor attributes their degree is their label, "degree 3".
/// Throws   DataError `file:line: ...` for what is no number, counts that do not fit, an edge between two graphs; `folder: ...` when a file is
///          missing or two sets lie in it.
TuGraphs load_tu_graphs(const std::string& folder, const TuColumns* known = nullptr);

EDGEWISE_API_END
}  // namespace edgewise::io
