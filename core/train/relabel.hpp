#pragma once
/// A data set under another numbering of its nodes.
#include <span>

#include "../../graph/api.hpp"
#include "dataset.hpp"

namespace edgewise::train {
EDGEWISE_API_BEGIN

/// Node i becomes new_id[i], in graph, features, arcs, targets and split.  With an order of graph/reorder.hpp neighbours stand close together,
/// which pays where the rows of one layer outgrow the cache and the order as given is no better than chance.  A model trained on it
/// predicts on the data as given: it knows no numbers of nodes.
/// Cost     a relabelled graph and a copy of each table.
/// Throws   DataError when `new_id` is not a permutation of the nodes, or as check(data).
Dataset relabel(const Dataset& data, std::span<const NodeId> new_id);

EDGEWISE_API_END
}  // namespace edgewise::train
