// An imported model beside the numbers that PyTorch Geometric recorded of it.
#include <algorithm>
#include <cmath>

#include "../core/models/layer_stack.hpp"
#include "../graph/error.hpp"
#include "arc_data.hpp"
#include "pyg_import.hpp"
#include "safetensors.hpp"

namespace edgewise::io {
namespace {

const NamedTensor& wanted(const SafeTensors& content, const std::string& name, const std::string& file) {
  if (const NamedTensor* found = content.find(name)) return *found;
  fail<DataError>(file, ": tensor '", name, "' is missing; export_pyg.py writes it");
}

}  // namespace

GoldenReport check_golden(const ImportedNodeModel& imported, const std::string& golden_path, double tolerance) {
  const SafeTensors golden = load_safetensors(golden_path);
  const NodeSchema& schema = imported.trained.schema;
  const Tensor& x = wanted(golden, "x", golden_path).value;
  const Tensor& ends = wanted(golden, "edge_index", golden_path).value;
  if (ends.rows() != 2) fail<DataError>(golden_path, ": edge_index has ", ends.rows(), " rows, expected 2");
  std::vector<Edge> edges(ends.cols());
  for (std::size_t e = 0; e < edges.size(); ++e) {
    for (const float end : {ends(0, e), ends(1, e)})
      if (!(end >= 0 && end < static_cast<float>(x.rows()) && end == std::floor(end)))
        fail<DataError>(golden_path, ": edge ", e, " ends at ", end, ", expected a node from 0 to ", x.rows() - 1);
    edges[e] = {static_cast<NodeId>(ends(0, e)), static_cast<NodeId>(ends(1, e))};
  }
  const BuiltGraph built =
      build_graph(static_cast<NodeId>(x.rows()), edges, {.directed = true, .parallel = Parallel::keep, .self_loops = schema.self_loops});

  EdgeData data;
  std::vector<std::vector<float>> columns(imported.trained.model->options().edge_features);
  if (!columns.empty()) {
    const Tensor& attributes = wanted(golden, "edge_attr", golden_path).value;
    if (attributes.rows() != edges.size() || attributes.cols() != columns.size())
      fail<DataError>(golden_path, ": edge_attr is ", attributes.rows(), " x ", attributes.cols(), ", expected ", edges.size(), " x ",
                      columns.size());
    for (std::size_t c = 0; c < columns.size(); ++c) {
      for (std::size_t e = 0; e < edges.size(); ++e) columns[c].push_back(attributes(e, c));
      data.columns.emplace_back(columns[c]);
    }
  }
  const auto* stack = dynamic_cast<const models::LayerStack*>(imported.trained.model.get());
  if (stack == nullptr) fail<UsageError>("check_golden: not a model of single layers");
  const std::vector<Tensor> results = stack->results(built.graph, Variable(x), arc_data(built, edges, schema, data));

  GoldenReport report;
  for (std::size_t k = 0; k < results.size(); ++k) {
    const Tensor& recorded = wanted(golden, "step." + std::to_string(k + 1), golden_path).value;
    const std::string& layer = imported.layers[k];
    if (recorded.rows() != results[k].rows() || recorded.cols() != results[k].cols())
      fail<DataError>(golden_path, ": step.", k + 1, " is ", recorded.rows(), " x ", recorded.cols(), ", layer ", layer, " gives ", results[k].rows(),
                      " x ", results[k].cols());
    double size = 1, difference = 0;
    for (std::size_t i = 0; i < recorded.size(); ++i) {
      const double theirs = static_cast<double>(recorded.values()[i]), ours = static_cast<double>(results[k].values()[i]);
      size = std::max(size, std::abs(theirs));
      if (!(std::abs(ours - theirs) <= difference)) difference = std::abs(ours - theirs);  // a NaN stays
    }
    if (!(difference / size <= tolerance))
      fail<NumericError>(golden_path, ": layer ", k + 1, ", ", layer, ", differs by ", difference, " from what was recorded (largest ", size,
                         "), more than the tolerance of ", tolerance);
    if (difference / size >= report.largest) report = {difference / size, layer};
  }
  return report;
}

}  // namespace edgewise::io
