#include "tu_graphs.hpp"

#include <algorithm>
#include <filesystem>
#include <optional>
#include <set>

#include "../graph/error.hpp"
#include "number_rows.hpp"

namespace edgewise::io {
namespace {

namespace fs = std::filesystem;
constexpr const char* kIndicator = "_graph_indicator.txt";

/// "folder/DS", the one prefix of the folder's files.
std::string prefix_of(const std::string& folder) {
  if (!fs::is_directory(folder)) fail<DataError>(folder, ": no such folder; --data names the folder that holds DS_A.txt");
  std::vector<std::string> found;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder)) {
    const std::string name = entry.path().filename().string();
    if (name.ends_with(kIndicator)) found.push_back(entry.path().string());
  }
  std::sort(found.begin(), found.end());
  if (found.empty()) fail<DataError>(folder, ": no file named DS", kIndicator, " in this folder");
  if (found.size() > 1) fail<DataError>(folder, ": both ", found[0], " and ", found[1], " are there; keep one data set a folder");
  return found[0].substr(0, found[0].size() - std::string(kIndicator).size());
}

std::string name_of(const char* word, double label) { return std::string(word) + " " + std::to_string(static_cast<std::int64_t>(label)); }

/// Columns of nodes or of edges: one for each label, then the attributes.
class Columns {
 public:
  /// `word`: "label", or "degree" where that stands in for one.
  Columns(const char* word, const std::vector<double>& labels, const NumberRows* attributes, const std::vector<std::string>* known)
      : word_(word), labels_(labels), attributes_(attributes) {
    if (known != nullptr) {
      names_ = *known;
    } else {
      for (const double label : std::set<double>(labels.begin(), labels.end())) names_.push_back(name_of(word, label));
      for (std::size_t c = 0; attributes != nullptr && c < attributes->columns; ++c) names_.push_back("attribute " + std::to_string(c + 1));
    }
    const std::size_t attribute_columns = attributes == nullptr ? 0 : attributes->columns;
    if (names_.size() < attribute_columns) fail<DataError>("the data have ", attribute_columns, " attribute columns, the model ", names_.size());
    first_attribute_ = names_.size() - attribute_columns;
  }
  const std::vector<std::string>& names() const { return names_; }
  /// Rows whose label has no column.
  std::size_t strangers() const { return strangers_; }
  void append(std::size_t row, std::vector<float>& to) {
    const std::size_t start = to.size();
    to.resize(start + names_.size());
    if (!labels_.empty()) {
      const std::string name = name_of(word_, labels_[row]);
      const auto end = names_.begin() + static_cast<std::ptrdiff_t>(first_attribute_);
      const auto found = std::find(names_.begin(), end, name);
      if (found == end)
        ++strangers_;
      else
        to[start + static_cast<std::size_t>(found - names_.begin())] = 1;
    }
    for (std::size_t c = first_attribute_; c < names_.size(); ++c) to[start + c] = static_cast<float>(attributes_->at(row, c - first_attribute_));
  }

 private:
  const char* word_;
  const std::vector<double>& labels_;
  const NumberRows* attributes_;
  std::vector<std::string> names_;
  std::size_t first_attribute_ = 0;
  std::size_t strangers_ = 0;
};

/// Where each graph's nodes begin.
std::vector<NodeId> node_begins(const NumberRows& indicator) {
  std::vector<NodeId> begin{0};
  for (std::size_t i = 0; i < indicator.rows(); ++i) {
    const double graph = indicator.at(i), now = static_cast<double>(begin.size());
    if (graph < now || graph < 1)
      fail<DataError>(indicator.where(i), ": graph ", graph, " after graph ", now, "; graphs count from 1 and their nodes stand together");
    if (graph > now + static_cast<double>(indicator.rows()))
      fail<DataError>(indicator.where(i), ": graph ", graph, " follows graph ", now, "; the file has ", indicator.rows(), " nodes only");
    while (static_cast<double>(begin.size()) < graph) begin.push_back(static_cast<NodeId>(i));  // graphs without nodes keep their place
  }
  begin.push_back(static_cast<NodeId>(indicator.rows()));
  return begin;
}

train::Targets read_targets(const std::string& prefix, std::size_t graphs, const TuColumns* known, std::vector<std::string>& outputs) {
  train::Targets targets;
  const auto labels = read_rows_if_there(prefix + "_graph_labels.txt", 1, true);
  const auto values = labels ? std::nullopt : read_rows_if_there(prefix + "_graph_attributes.txt", 0, false);
  if (!labels && !values && known == nullptr) fail<DataError>(prefix, "_graph_labels.txt: no such file, and no _graph_attributes.txt either");
  if (known != nullptr) outputs = known->outputs;
  if (values) {
    expect_rows(*values, graphs, "graphs");
    targets = {train::Task::regression, values->columns, {}, Tensor::uninitialized(graphs, values->columns)};
    for (std::size_t k = 0; k < targets.values.size(); ++k) targets.values.data()[k] = static_cast<float>(values->values[k]);
    for (std::size_t c = 0; known == nullptr && c < values->columns; ++c) outputs.push_back("target " + std::to_string(c + 1));
    return targets;
  }
  targets = {train::Task::classification, 0, std::vector<std::int32_t>(graphs, train::kNoLabel), {}};
  if (labels) {
    expect_rows(*labels, graphs, "graphs");
    if (known == nullptr)
      for (const double label : std::set<double>(labels->values.begin(), labels->values.end()))
        outputs.push_back(std::to_string(static_cast<std::int64_t>(label)));
    if (known == nullptr && outputs.size() < 2)
      fail<DataError>(labels->path, ": ", outputs.empty() ? "no label at all" : "one class only (" + outputs[0] + ")",
                      ", expected at least two classes");
    for (std::size_t g = 0; g < graphs; ++g) {
      const std::string name = std::to_string(static_cast<std::int64_t>(labels->at(g)));
      const auto found = std::find(outputs.begin(), outputs.end(), name);
      if (found != outputs.end()) targets.classes[g] = static_cast<std::int32_t>(found - outputs.begin());
    }
  }
  targets.outputs = outputs.size();
  return targets;
}

}  // namespace

TuGraphs load_tu_graphs(const std::string& folder, const TuColumns* known) {
  const std::string prefix = prefix_of(folder);
  const NumberRows indicator = read_number_rows(prefix + kIndicator, 1, true);
  const std::vector<NodeId> begin = node_begins(indicator);
  const std::size_t nodes = indicator.rows();
  const std::size_t graphs = begin.size() - 1;

  const NumberRows arcs = read_number_rows(prefix + "_A.txt", 2, true);
  std::vector<double> degree(nodes);
  for (std::size_t e = 0; e < arcs.rows(); ++e) {
    for (std::size_t end = 0; end < 2; ++end)
      if (arcs.at(e, end) < 1 || arcs.at(e, end) > static_cast<double>(nodes))
        fail<DataError>(arcs.where(e), ": node ", arcs.at(e, end), ", expected 1 to ", nodes);
    const auto source = static_cast<std::size_t>(arcs.at(e, 0)) - 1, target = static_cast<std::size_t>(arcs.at(e, 1)) - 1;
    if (indicator.at(source) != indicator.at(target))
      fail<DataError>(arcs.where(e), ": an edge from graph ", indicator.at(source), " to graph ", indicator.at(target));
    ++degree[target];
  }

  const auto node_labels = read_rows_if_there(prefix + "_node_labels.txt", 1, true);
  const auto edge_labels = read_rows_if_there(prefix + "_edge_labels.txt", 1, true);
  const auto node_attributes = read_rows_if_there(prefix + "_node_attributes.txt", 0, false);
  const auto edge_attributes = read_rows_if_there(prefix + "_edge_attributes.txt", 0, false);
  if (node_labels) expect_rows(*node_labels, nodes, "nodes");
  if (node_attributes) expect_rows(*node_attributes, nodes, "nodes");
  if (edge_labels) expect_rows(*edge_labels, arcs.rows(), "edges");
  if (edge_attributes) expect_rows(*edge_attributes, arcs.rows(), "edges");

  TuGraphs result;
  const bool bare = !node_labels && !node_attributes;
  if (bare) result.notes.push_back(prefix + ": nodes have neither labels nor attributes: their degree stands in");
  const std::vector<double> no_labels;
  Columns of_nodes(bare ? "degree" : "label",
                   bare          ? degree
                   : node_labels ? node_labels->values
                                 : no_labels,
                   node_attributes ? &*node_attributes : nullptr, known != nullptr ? &known->node_columns : nullptr);
  Columns of_arcs("label", edge_labels ? edge_labels->values : no_labels, edge_attributes ? &*edge_attributes : nullptr,
                  known != nullptr ? &known->arc_columns : nullptr);

  // Arcs of each graph, in the order of the file.
  std::vector<std::vector<std::size_t>> arcs_of(graphs);
  for (std::size_t e = 0; e < arcs.rows(); ++e)
    arcs_of[static_cast<std::size_t>(indicator.at(static_cast<std::size_t>(arcs.at(e, 0)) - 1)) - 1].push_back(e);
  train::GraphTableBuilder builder({of_nodes.names().size(), of_arcs.names().size(), 0});
  for (std::size_t g = 0; g < graphs; ++g) {
    std::vector<Edge> edges;
    std::vector<float> node_rows, arc_rows;
    for (NodeId i = begin[g]; i < begin[g + 1]; ++i) of_nodes.append(i, node_rows);
    for (const std::size_t e : arcs_of[g]) {
      edges.push_back({static_cast<NodeId>(arcs.at(e, 0)) - 1 - begin[g], static_cast<NodeId>(arcs.at(e, 1)) - 1 - begin[g]});
      of_arcs.append(e, arc_rows);
    }
    builder.add(begin[g + 1] - begin[g], edges, node_rows, arc_rows);
  }
  result.data.graphs = builder.finish();
  result.node_columns = of_nodes.names();
  result.arc_columns = of_arcs.names();
  for (const Columns* columns : {&of_nodes, &of_arcs})
    if (columns->strangers() > 0)
      result.notes.push_back(prefix + ": " + std::to_string(columns->strangers()) + (columns == &of_nodes ? " nodes" : " edges") +
                             " have a label that the model was not trained on");
  result.data.targets = read_targets(prefix, graphs, known, result.outputs);
  return result;
}

}  // namespace edgewise::io
