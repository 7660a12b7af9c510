#include "results.hpp"

#include <cmath>

#include "../core/train/metrics.hpp"
#include "../graph/error.hpp"
#include "csv_writer.hpp"

namespace edgewise::io {
namespace {

using train::Task;

/// The set of every node, blank for those in none.
std::vector<const char*> set_of_node(std::size_t nodes, const train::Split& split) {
  std::vector<const char*> sets(nodes, "");
  for (const NodeId node : split.train) sets[node] = "train";
  for (const NodeId node : split.validation) sets[node] = "validation";
  for (const NodeId node : split.test) sets[node] = "test";
  return sets;
}

/// The names whose value is above 0, joined; blank when every value is unknown, ";" when none reaches it.
std::string joined(std::span<const float> values, const std::vector<std::string>& names) {
  std::string text;
  bool known = false;
  for (std::size_t c = 0; c < values.size(); ++c) {
    known = known || !std::isnan(values[c]);
    if (!(values[c] > 0)) continue;
    if (!text.empty()) text += ';';
    text += names[c];
  }
  return text.empty() && known ? ";" : text;
}

void write_value(CsvWriter& csv, float value) {
  if (std::isnan(value))
    csv.text("");
  else
    csv.number(value);
}

void check_shape(const NodeData& data, const Tensor& output) {
  const std::size_t columns = data.schema.outputs.size();
  if (output.rows() != data.nodes.size() || output.cols() != columns)
    fail<ShapeError>("predictions: output is ", output.rows(), " x ", output.cols(), ", expected ", data.nodes.size(), " nodes x ", columns,
                     " outputs");
}

void write_header(CsvWriter& csv, const NodeSchema& schema) {
  csv.text("node").text("split");
  if (schema.task == Task::regression && schema.outputs.size() > 1) {
    for (const std::string& name : schema.outputs) csv.text("label_" + name).text("predicted_" + name);
  } else {
    csv.text("label").text("predicted");
  }
  if (schema.task != Task::regression)
    for (const std::string& name : schema.outputs) csv.text("p_" + name);
  csv.end_row();
}

}  // namespace

void save_predictions(const std::string& path, const NodeData& data, const Tensor& output) {
  check_shape(data, output);
  const NodeSchema& schema = data.schema;
  const train::Targets& targets = data.data.targets;
  const std::vector<std::string>& names = schema.outputs;
  const std::vector<const char*> sets = set_of_node(data.nodes.size(), data.data.split);
  const Tensor values = train::probabilities(output, schema.task);
  const std::vector<std::int32_t> predicted = train::predicted_classes(output.view());

  CsvWriter csv(path);
  write_header(csv, schema);
  for (NodeId i = 0; i < data.nodes.size(); ++i) {
    const std::span<const float> row = values.row(i);
    csv.text(data.nodes[i]).text(sets[i]);
    if (schema.task == Task::classification) {
      const std::int32_t label = targets.classes.empty() ? train::kNoLabel : targets.classes[i];
      csv.text(label == train::kNoLabel ? std::string() : names[static_cast<std::size_t>(label)]);
      csv.text(row.empty() ? std::string() : names[static_cast<std::size_t>(predicted[i])]);
    } else if (schema.task == Task::multilabel) {
      csv.text(targets.values.empty() ? std::string() : joined(targets.values.row(i), names)).text(joined(output.row(i), names));
    } else {
      for (std::size_t c = 0; c < row.size(); ++c) {
        write_value(csv, targets.values.empty() ? NAN : targets.values(i, c));
        csv.number(row[c]);
      }
    }
    if (schema.task != Task::regression)
      for (const float probability : row) csv.number(probability);
    csv.end_row();
  }
  csv.commit();
}

void save_history(const std::string& path, std::span<const train::Epoch> history) {
  CsvWriter csv(path);
  for (const char* name : {"epoch", "lr", "train_loss", "validation_loss", "validation_score", "best"}) csv.text(name);
  csv.end_row();
  const auto optional = [&](const std::optional<double>& value) {
    if (value)
      csv.number(*value);
    else
      csv.text("");
  };
  for (const train::Epoch& epoch : history) {
    csv.number(epoch.epoch).number(epoch.lr).number(epoch.train_loss);
    optional(epoch.validation_loss);
    optional(epoch.validation_score);
    csv.number(epoch.best ? 1 : 0).end_row();
  }
  csv.commit();
}

void save_attention(const std::string& path, const NodeData& data, std::span<const Tensor> attention) {
  const Csr& rows = data.data.graph.in_edges();
  for (const Tensor& weights : attention)
    if (weights.rows() != rows.edges()) fail<ShapeError>("attention: weights for ", weights.rows(), " arcs, the graph has ", rows.edges());
  CsvWriter csv(path);
  for (const char* name : {"layer", "head", "source", "target", "weight", "is_loop"}) csv.text(name);
  csv.end_row();
  for (std::size_t layer = 0; layer < attention.size(); ++layer)
    for (std::size_t head = 0; head < attention[layer].cols(); ++head)
      for (NodeId i = 0; i < rows.rows(); ++i) {
        const std::string target = data.nodes[i];
        for (EdgeId e = rows.begin()[i]; e < rows.begin()[i + 1]; ++e) {
          const NodeId source = rows.column()[e];
          csv.number(layer)
              .number(head)
              .text(data.nodes[source])
              .text(target)
              .number(attention[layer](e, head))
              .number(source == i ? 1 : 0)
              .end_row();
        }
      }
  csv.commit();
}

void save_split(const std::string& path, const Names& nodes, const train::Split& split) {
  const std::vector<const char*> sets = set_of_node(nodes.size(), split);
  CsvWriter csv(path);
  csv.text("node").text("set").end_row();
  for (NodeId i = 0; i < nodes.size(); ++i)
    if (*sets[i] != '\0') csv.text(nodes[i]).text(sets[i]).end_row();
  csv.commit();
}

}  // namespace edgewise::io
