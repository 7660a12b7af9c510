#pragma once
/// Model files of graph models: weights, and all that prediction needs.
#include <map>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "../core/models/graph_model.hpp"
#include "../core/train/dataset.hpp"
#include "../graph/api.hpp"

namespace edgewise::io {
EDGEWISE_API_BEGIN

/// Everything about the columns that prediction must find again.
struct GraphSchema {
  train::Task task = train::Task::classification;  ///< what is predicted
  std::vector<std::string> node_columns;           ///< of nodes, in order
  std::vector<std::string> arc_columns;            ///< of arcs
  std::vector<std::string> extra_columns;          ///< of whole graphs
  std::vector<std::string> outputs;                ///< class names, task names or regression targets
  /// What the maker of the graphs keeps beside the model, by name: JSON text that only its owner reads (preparation, calibration, ...).
  /// Keys come back in alphabetical order.
  std::map<std::string, std::string> sections = {};
  /// Numbers that belong to a section (fingerprints of the training molecules, ...), by name; they stand in the file as "table.<name>".
  std::map<std::string, Tensor> tables = {};
};

/// A trained graph model with its words; never null.
struct TrainedGraphModel {
  std::unique_ptr<models::GraphModel> model;  ///< the network
  GraphSchema schema;                         ///< its words
};

/// Version of the description; older ones stay readable.
inline constexpr int kGraphModelFormat = 1;

/// As node models (model_file.hpp): one safetensors file, the bytes a function of model and schema alone.
/// Throws   NumericError naming the tensor when a weight is NaN or infinite; ShapeError when the schema does not fit the model; UsageError for a
///          section that is no JSON.
std::string graph_model_bytes(const models::GraphModel& model, const GraphSchema& schema);
/// `name` opens the errors.  Throws DataError for any damage.
TrainedGraphModel parse_graph_model(std::span<const char> bytes, const std::string& name);
/// The same bytes into a file: written under a temporary name, then renamed.
void save_graph_model(const std::string& path, const models::GraphModel& model, const GraphSchema& schema);
/// `path`: the file, or a run folder that holds model.safetensors.
TrainedGraphModel load_graph_model(const std::string& path);

EDGEWISE_API_END
}  // namespace edgewise::io
