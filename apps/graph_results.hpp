#pragma once
/// Predictions of whole graphs as a table.
#include <string>
#include <vector>

#include "../core/train/dataset.hpp"

namespace edgewise::cli {

/// graph,split,label,predicted,p_<class>,...     classification
/// graph,split,<name>,...                        values, or probabilities of labels
/// `title` heads the first column, which holds `numbers` or, where those are empty, the places of the graphs from 1.  `output` is raw output.  Split
/// is train, validation, test or blank; an unknown label is blank.
void save_graph_predictions(const std::string& path, const train::Targets& targets, const train::Split& split, const Tensor& output,
                            const std::vector<std::string>& outputs, const char* title = "graph", const std::vector<std::size_t>& numbers = {});

}  // namespace edgewise::cli
