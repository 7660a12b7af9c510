#pragma once
/// From files (or memory) to a Dataset: ids are mapped, graph, features, targets and split are put together, and everything that
/// was assumed is written down for the user to read.
#include <functional>
#include <iosfwd>
#include <optional>
#include <string>
#include <vector>

#include "../core/train/dataset.hpp"
#include "../graph/api.hpp"
#include "../graph/graph.hpp"
#include "edge_list.hpp"
#include "names.hpp"
#include "text.hpp"

namespace edgewise::io {
EDGEWISE_API_BEGIN

/// Where node data come from and how to read them; empty paths mean "not given".
struct NodeFiles {
  std::string edges = {};     ///< required
  std::string features = {};  ///< empty: encodings of the graph take their place
  std::string labels = {};    ///< empty: nothing is known, or what a .content file says
  std::string split = {};     ///< a file, FILE:COLUMN, or "random:60/20/20"
  std::string node_ids = {};  ///< one id a line, for Matrix Market features
  // The next three hold for every table, or for one each: "tab", "edges=tab,labels=comma" (edges, features, labels, split).
  std::string separator = "auto";                  ///< auto, tab, comma, semicolon, blank
  std::string header = "auto";                     ///< auto, yes, no
  std::string comment = "auto";                    ///< auto (# and % at the beginning of a line) or none
  std::vector<std::string> label_columns = {};     ///< which columns of the label table are meant; empty: see labels.hpp
  std::vector<std::string> edge_columns = {};      ///< numeric edge columns that become edge features
  std::string edge_type = {};                      ///< edge column whose words become arc types
  bool no_weights = false;                         ///< drop a weight column without a word
  bool directed = false;                           ///< an edge is one arc, from source to target
  bool self_loops = true;                          ///< every node also attends to itself
  bool unlabelled = false;                         ///< labels are not read, not even those of a .content file
  bool undivided = false;                          ///< without `split` none is drawn
  bool drop_unknown = false;                       ///< edges that name unknown nodes are dropped and counted
  train::Task task = train::Task::classification;  ///< what the labels are
  std::string encoding = "auto";                   ///< features for a graph without any, see encoding.hpp: auto, degree, random-walk, laplacian
};

/// Everything about the columns that prediction must find again; part of the model file.
struct NodeSchema {
  train::Task task = train::Task::classification;  ///< what is predicted
  std::vector<std::string> feature_columns;        ///< in order; empty when encodings take their place
  bool sparse = false;                             ///< the features were a sparse table
  std::string encoding;                            ///< which encoding made the features, with sizes; empty with a feature file
  std::vector<std::string> outputs;                ///< class names, label names or regression columns
  std::vector<std::string> edge_columns;           ///< numeric ones, in order
  std::string edge_type;                           ///< name of the type column, or empty
  std::vector<std::string> edge_types;             ///< its words; an arc against the listed direction has type index + edge_types.size()
  bool directed = false;                           ///< an edge was one arc
  bool self_loops = true;                          ///< every node also attends to itself
  bool unit_loops = false;                         ///< an added self-loop carries 1, as the weights of a GCN do
  bool mean_loops = false;  ///< a listed self-loop, too, carries the mean over the node's other incoming arcs, as in PyTorch Geometric
};

/// Arc types of a graph whose edges come in T types: T listed and, unless directed, T against the listed direction; the last type
/// is that of added self-loops.  0 without a type column.
inline std::size_t arc_types(const NodeSchema& schema) {
  if (schema.edge_type.empty()) return 0;
  return schema.edge_types.size() * (schema.directed ? 1 : 2) + 1;
}

/// A dataset with the user's own words for everything.
struct NodeData {
  train::Dataset data;             ///< graph, features, targets, split
  NodeSchema schema;               ///< the columns' names, for prediction
  Names nodes;                     ///< row -> id as written
  std::vector<Edge> listed;        ///< edges as listed, for export
  std::string edge_file;           ///< where they were listed, and
  LineIndex edge_lines;            ///< on which lines, for messages
  BuiltGraph built;                ///< how the graph came about (its graph is data.graph)
  std::vector<std::string> notes;  ///< one line per decision: "header: yes", "2 edges, 4 arcs", "3 nodes have no in-neighbour"
};

/// How a path becomes text: TextFile::open, or a program's own way to bytes in memory (TextFile::from_memory).
using OpenText = std::function<TextFile(const std::string& path)>;

/// Reads everything for training: the schema is taken from the files.
/// Nodes    With features, their rows; an id in the edges that has none stops the run (or drop_unknown drops its edges and counts them),
///          one in labels or split always does.  Without features, all ids of edges, labels and split, in order of appearance.
/// Labels   Names.  A node without one stays in the graph and out of the loss.  Without a label file all targets are unknown.
/// Split    Default random:60/20/20, drawn from the seed among the labelled nodes.
/// Arcs     Edge columns (a weight column too, unless no_weights) become arc features: those of an added self-loop are the mean over the
///          node's other incoming arcs, 0 without any.  Words of the type column become arc types, see arc_types.
/// Throws   DataError `file:line: ...`; UsageError for options that exclude each other.
NodeData load_node_data(const NodeFiles& files, std::uint64_t seed, const OpenText& open = TextFile::open);
/// Reads a graph for a trained model: feature and edge columns are matched by name against `schema`, labels (if any) by its outputs;
/// directions and self-loops are those of the schema.  The targets are all unknown without labels, the split is empty without a file.
NodeData load_node_data(const NodeFiles& files, const NodeSchema& schema, const OpenText& open = TextFile::open);

/// Takes arc features and types that a model of these options does not read (gcn and mlp know no types, mlp no features) out of data and
/// schema, with a note.  For training, before the model is saved: its schema then asks prediction for nothing that it does not use.
void drop_unused_arcs(NodeData& data, const models::NodeModelOptions& options);
/// Throws DataError `file:line: ...` for the first listed edge that a model of these options cannot read: a GCN takes no weight below 0.  For
/// training and prediction alike, before any work.
void check_arcs(const NodeData& data, const models::NodeModelOptions& options);

EDGEWISE_API_END
}  // namespace edgewise::io
