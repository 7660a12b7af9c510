#pragma once
/// Labels as people write them -> targets.  Names stay names: class "3" is called 3 in every output.
///   classification   node,label         one name a node
///   multilabel       node,x,y           a column of 0 and 1 each; or one column of names joined by ; | , or blanks (";" alone: none)
///   regression       node,height        numbers, one column or several
#include <string>
#include <vector>

#include "../core/train/dataset.hpp"
#include "../graph/api.hpp"
#include "node_table.hpp"

namespace edgewise::io {
EDGEWISE_API_BEGIN

/// Targets by row of the label table, and what the outputs are called.
struct Labels {
  train::Targets targets;  ///< a row per row of the table
  std::vector<std::string> outputs;
  std::string note;  ///< columns that were left out, or empty
};

/// Columns  those named in `wanted`; else the one called label, labels, class, classes, target or y; else, for classification, the
///          only one, otherwise all.
/// Outputs  For training (`known` empty): classes and joined names in name order (name_order.hpp), columns in file order.  For a trained
///          model: its outputs, and a name that is none of them is an error.
/// Unknown  A blank cell; for multilabel and regression also NA, nan and NaN.
/// Throws   DataError `file:line: ...`: no column or too many, a cell that is no number or not 0 or 1, fewer than two classes, fractional numbers of
/// which
///          more than half differ where classes are wanted.
Labels read_labels(const NodeTable& table, train::Task task, const std::vector<std::string>& wanted, const std::vector<std::string>& known);

EDGEWISE_API_END
}  // namespace edgewise::io
