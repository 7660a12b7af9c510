#pragma once
/// Weights from PyTorch Geometric: a state dict as safetensors and the architecture that export_pyg.py wrote become a node model of ours.
#include <span>
#include <string>
#include <vector>

#include "../graph/api.hpp"
#include "model_file.hpp"

namespace edgewise::io {
EDGEWISE_API_BEGIN

/// What came across.
struct ImportedNodeModel {
  TrainedNodeModel trained;         ///< the model, ready to predict
  std::vector<std::string> layers;  ///< "conv1 (GATConv)", "elu": for messages, one a layer
};

/// Reads the namings of PyTorch Geometric 1.7 to 2.x:
///   GATConv   lin, lin_src or lin_l .weight; att_src or att_l, att_dst or att_r; lin_edge.weight, att_edge; res.weight; bias
///   GATv2Conv lin_l, lin_r, att, lin_edge, res, bias.  TransformerConv lin_key, lin_query, lin_value, lin_skip.
///   GCNConv   lin.weight (or weight, the other way round), bias.  BatchNorm with or without `module.`.
/// A second matrix for the targets (lin_dst, lin_r of GATConv) must equal the first.
/// Throws   DataError that opens with a file: what the two readers throw; tensors that are missing (with the names looked for) and tensors
///          that belong to no layer, all of them by name; a shape that does not fit, an entry that is not finite.
ImportedNodeModel import_pyg(const std::string& weights_path, const std::string& architecture_path);
/// The same from memory: the bytes of the state dict as safetensors, and the architecture as JSON text.  `name` opens the errors, with
/// " weights" or " architecture" behind it.
ImportedNodeModel import_pyg(std::span<const char> weights, const std::string& architecture, const std::string& name);

/// How far a model is from the results that were recorded with it.
struct GoldenReport {
  double largest = 0;  ///< largest |ours - recorded| / max(1, largest |recorded| of that layer) over all layers
  std::string layer;   ///< where
};
/// Runs the model on the recorded graph and compares every layer's result: x, edge_index (2 x m), edge_attr, step.1, step.2, ...
/// Throws   DataError for damage; NumericError naming the first layer that differs by more than `tolerance`.
GoldenReport check_golden(const ImportedNodeModel& model, const std::string& golden_path, double tolerance);

EDGEWISE_API_END
}  // namespace edgewise::io
