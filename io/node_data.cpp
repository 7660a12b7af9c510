#include "node_data.hpp"

#include <algorithm>
#include <limits>

#include "../graph/error.hpp"
#include "arc_data.hpp"
#include "encoding.hpp"
#include "graph_notes.hpp"
#include "labels.hpp"
#include "node_rows.hpp"
#include "split_file.hpp"
#include "table_settings.hpp"

namespace edgewise::io {
namespace {

using train::Task;

/// One load, step by step; each step writes its notes.
class Loader {
 public:
  Loader(const NodeFiles& files, const NodeSchema* schema, const OpenText& open)
      : files_(files), schema_(schema), open_(open), rows_(files, schema, open, data_.notes) {
    if (files.edges.empty()) fail<UsageError>("--edges: no file given; an edge list is needed");
    if (schema != nullptr) {
      data_.schema = *schema;
    } else {
      data_.schema.task = files.task;
      data_.schema.directed = files.directed;
      data_.schema.self_loops = files.self_loops;
      data_.schema.edge_type = files.edge_type;
    }
  }

  NodeData load(std::uint64_t seed) {
    rows_.read();
    edges_ = rows_.read_edges();
    read_label_file();
    read_split_table();
    build();
    make_features();
    make_targets();
    make_split(seed);
    data_.nodes = std::move(rows_.names);
    return std::move(data_);
  }

 private:
  TableFormat format(const std::string& table) const { return format_for(table, files_); }
  void note(std::string text) { data_.notes.push_back(std::move(text)); }
  void add_notes(const std::vector<std::string>& notes) { data_.notes.insert(data_.notes.end(), notes.begin(), notes.end()); }

  void read_label_file() {
    if (files_.unlabelled) return;
    const std::string path = files_.labels.empty() && is_linqs_content(files_.features) ? files_.features : files_.labels;
    if (path.empty()) return;  // every target is unknown then, and no split can be drawn
    const NodeTable table = load_node_table(open_(path), format("labels"));
    note(table.note);
    labels_ = read_labels(table, data_.schema.task, files_.label_columns, schema_ != nullptr ? schema_->outputs : std::vector<std::string>());
    if (!labels_->note.empty() && files_.label_columns.empty()) note(labels_->note);
    label_node_ = rows_.find(table);
    data_.schema.outputs = labels_->outputs;
  }

  void read_split_table() {
    shares_ = random_shares(files_.split.empty() && schema_ == nullptr && labels_ && !files_.undivided ? "random:60/20/20" : files_.split);
    if (shares_ && schema_ != nullptr) fail<UsageError>("--split: ", files_.split, " draws a split for training; for a trained model give a file");
    if (shares_ || files_.split.empty()) return;
    const SplitPath path = split_path(files_.split);
    const NodeTable table = load_node_table(open_(path.file), format("split"));
    note(table.note);
    sets_ = read_split(table, path.column);
    set_node_ = rows_.find(table);
  }

  void build() {
    data_.listed = std::move(edges_.list.edges);
    data_.edge_file = edges_.list.file;
    data_.edge_lines = std::move(edges_.list.lines);
    const NodeSchema& schema = data_.schema;
    data_.built =
        build_graph(rows_.names.size(), data_.listed, {.directed = schema.directed, .parallel = Parallel::merge, .self_loops = schema.self_loops});
    data_.data.graph = data_.built.graph;
    add_notes(graph_notes(data_.built, rows_.names, data_.listed.size(),
                          {.directed = schema.directed,
                           .said_directed = edges_.list.directed,
                           .has_columns = !edges_.columns.empty() || !edges_.type.empty(),
                           .file = edges_.list.file}));

    EdgeData edges;
    if (schema_ == nullptr)
      for (const EdgeColumn& column : edges_.columns) data_.schema.edge_columns.push_back(column.name);
    for (const EdgeColumn& column : edges_.columns) edges.columns.push_back(column.values);
    if (!schema.edge_type.empty()) {
      data_.schema.edge_types = edges_.types;
      edges.type = edges_.type;
      edges.types = edges_.types.size();
      note("edge types: " + std::to_string(edges.types) + (schema.directed ? "" : ", and as many against the listed direction"));
    }
    data_.data.arcs = arc_data(data_.built, data_.listed, schema, edges);
  }

  void make_features() {
    NodeSchema& schema = data_.schema;
    if (rows_.features) {
      data_.data.features = rows_.features->values;
      if (schema_ == nullptr) schema.feature_columns = rows_.features->columns;
      if (schema_ == nullptr) schema.sparse = rows_.features->sparse();
      return;
    }
    if (schema_ == nullptr) schema.encoding = whole_encoding(files_.encoding);
    const Graph plain =
        schema.self_loops
            ? build_graph(rows_.names.size(), data_.listed, {.directed = schema.directed, .parallel = Parallel::merge, .self_loops = false}).graph
            : data_.data.graph;
    Tensor encoded = encode(plain, schema.encoding);
    note("no features: " + std::to_string(encoded.cols()) + " columns made from the graph (" + schema.encoding + ")");
    data_.data.features = Variable(std::move(encoded));
  }

  void make_targets() {
    train::Targets& targets = data_.data.targets;
    const NodeId nodes = rows_.names.size();
    targets.task = data_.schema.task;
    targets.outputs = data_.schema.outputs.size();
    if (targets.task == Task::classification)
      targets.classes.assign(nodes, train::kNoLabel);
    else
      targets.values = Tensor::filled(nodes, targets.outputs, std::numeric_limits<float>::quiet_NaN());
    if (!labels_) return;
    std::size_t labelled = 0;
    for (std::size_t r = 0; r < label_node_.size(); ++r) {
      const NodeId node = label_node_[r];
      if (targets.task == Task::classification)
        targets.classes[node] = labels_->targets.classes[r];
      else
        std::copy(labels_->targets.values.row(r).begin(), labels_->targets.values.row(r).end(), targets.values.row(node).begin());
      if (train::has_target(targets, node)) ++labelled;
    }
    const std::string kind = targets.task == Task::classification ? counted(targets.outputs, "class", "classes")
                             : targets.task == Task::multilabel   ? counted(targets.outputs, "label", "labels")
                                                                  : counted(targets.outputs, "value", "values");
    note(std::to_string(labelled) + " of " + counted(nodes, "node", "nodes") + " labelled, " + kind);
  }

  void make_split(std::uint64_t seed) {
    train::Split& split = data_.data.split;
    if (shares_) {
      split = train::random_split(data_.data.targets, shares_->train, shares_->validation, shares_->test, seed);
    } else {
      std::vector<Set> set_of(rows_.names.size(), Set::none);
      for (std::size_t r = 0; r < set_node_.size(); ++r) set_of[set_node_[r]] = sets_[r];
      for (NodeId i = 0; i < rows_.names.size(); ++i) {
        if (set_of[i] == Set::train) split.train.push_back(i);
        if (set_of[i] == Set::validation) split.validation.push_back(i);
        if (set_of[i] == Set::test) split.test.push_back(i);
      }
    }
    if (!shares_ && files_.split.empty()) return;
    note("split: " + std::to_string(split.train.size()) + " train, " + std::to_string(split.validation.size()) + " validation, " +
         std::to_string(split.test.size()) + " test" + (shares_ ? " (drawn from seed " + std::to_string(seed) + ")" : ""));
    std::size_t silent = 0;
    for (const NodeId node : split.train) silent += train::has_target(data_.data.targets, node) ? std::size_t{0} : 1;
    if (silent > 0 && schema_ == nullptr) note(counted(silent, "training node has", "training nodes have") + " no label: left out of the loss");
    if (split.validation.empty() && schema_ == nullptr) note("no validation set: no early stopping");
  }

  const NodeFiles& files_;
  const NodeSchema* const schema_;
  const OpenText& open_;
  NodeData data_;
  NodeRows rows_;
  EdgeSource edges_;
  std::optional<Labels> labels_;
  std::vector<NodeId> label_node_;
  std::optional<RandomShares> shares_;
  std::vector<Set> sets_;
  std::vector<NodeId> set_node_;
};

}  // namespace

NodeData load_node_data(const NodeFiles& files, std::uint64_t seed, const OpenText& open) { return Loader(files, nullptr, open).load(seed); }

NodeData load_node_data(const NodeFiles& files, const NodeSchema& schema, const OpenText& open) { return Loader(files, &schema, open).load(0); }

void drop_unused_arcs(NodeData& data, const models::NodeModelOptions& options) {
  if (options.edge_features == 0 && !data.schema.edge_columns.empty()) {
    const std::string used = ": used as edge feature";  // as the reader of a weight column thought
    const auto weight = std::find_if(data.notes.begin(), data.notes.end(), [&](const std::string& note) { return note.ends_with(used); });
    if (weight == data.notes.end())
      data.notes.push_back("edge columns are not used by " + options.model);
    else
      weight->replace(weight->size() - used.size(), used.size(), ": ignored (" + options.model + " has no edges)");
    data.schema.edge_columns.clear();
    data.data.arcs.features = {};
  }
  if (options.edge_types == 0 && !data.schema.edge_type.empty()) {
    data.notes.push_back("edge types are not used by " + options.model);
    data.schema.edge_type.clear();
    data.schema.edge_types.clear();
    data.data.arcs.type.clear();
  }
}

}  // namespace edgewise::io
