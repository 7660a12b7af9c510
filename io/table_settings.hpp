#pragma once
/// The words of --separator, --header and --comment, for every table or for one each.
#include <string>

#include "../graph/api.hpp"
#include "delimited.hpp"
#include "node_data.hpp"

namespace edgewise::io {
EDGEWISE_API_BEGIN

/// How `table` (edges, features, labels, split) is to be read: a word that stands for all of them ("tab"), or that of its own in
/// "edges=tab,labels=comma", auto when it is not named there.  Throws UsageError for other words.
TableFormat format_for(const std::string& table, const NodeFiles& files);

EDGEWISE_API_END
}  // namespace edgewise::io
